// Everything that the first page needs stands in this one file: a chunk of its own would be a request more.
import './bootstrap'
