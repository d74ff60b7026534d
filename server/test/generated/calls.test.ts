import { walkTheCalls } from './walk/calls'

walkTheCalls()
