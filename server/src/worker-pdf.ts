// Entry of its own: bundled beside the server and run in a worker thread.
import './platform/pdf/stamp-worker'
