import '@testing-library/jest-dom'
import { configure } from '@testing-library/react'

// As in server.mjs: no test is checked by its time. What a screen shows is waited for as long as a busy machine may take.
jest.setTimeout(120_000)
configure({ asyncUtilTimeout: 15_000 })
