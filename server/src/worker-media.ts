// Entry of its own: bundled beside the server and run in a worker thread.
import './platform/media/probe-worker'
