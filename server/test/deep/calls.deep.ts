import { walkTheCalls } from '../generated/walk/calls'

// What the ordinary run asks of each call in a few variants, in all of them.
walkTheCalls({ thorough: true })
