import { swcOptions } from './scripts/jest/swc-options.mjs'

// `npm test -- --only browser|server|e2e` runs one project with what it needs. `deep` is run by `pnpm test:deep` alone.

// Packages of npm that are compiled like our own source: ES modules that tests load through require() (fastify's inject()
// takes an ES-only cookie and set-cookie-parser), and @fastify/cookie, whose own import() Jest cannot run as it stands.
const COMPILED = ['@noble', '@ant-design/colors', 'cookie', '@fastify/cookie', 'set-cookie-parser', 'hucre', 'openid-client', 'oauth4webapi', 'jose', 'qr', '@tus', 'srvx', 'hash-wasm', 'mp4box']

const common = {
  rootDir: import.meta.dirname,
  testRunner: '<rootDir>/scripts/jest/measured-runner.mjs',
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: {
    '\\.[cm]?[jt]sx?$': [
      '@swc/jest',
      swcOptions({ sourceMaps: 'inline', react: true }),
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:\\.pnpm|${COMPILED.join('|')})/)`],
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/\\.(cache|data)/'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
}

/** All files of a worker in one realm, with one instance of each module. */
const shared = { runtime: '<rootDir>/scripts/jest/shared-modules.mjs', testEnvironment: '<rootDir>/scripts/jest/one-realm.mjs' }

/** @type {import('jest').Config} */
export default {
  maxWorkers: 2,
  projects: [
    {
      ...common,
      displayName: 'browser',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/{host,remotes/*,shared/!(contract)}/**/*.test.{ts,tsx}'],
      setupFiles: ['<rootDir>/scripts/jest/browser.mjs'],
      setupFilesAfterEnv: ['<rootDir>/scripts/jest/browser-after.mjs'],
      moduleNameMapper: { '\\.(css|svg|png|jpg|woff2?)$': '<rootDir>/scripts/jest/file.mjs' },
    },
    {
      ...common,
      displayName: 'server',
      ...shared,
      testMatch: ['<rootDir>/server/**/*.test.ts', '<rootDir>/shared/contract/**/*.test.ts', '<rootDir>/scripts/**/*.test.mjs'],
      globalSetup: '<rootDir>/server/test/global-setup.ts',
      setupFilesAfterEnv: ['<rootDir>/scripts/jest/server.mjs'],
    },
    {
      ...common,
      displayName: 'deep',
      ...shared,
      testMatch: ['<rootDir>/server/test/deep/**/*.deep.ts'],
      globalSetup: '<rootDir>/server/test/global-setup.ts',
      setupFilesAfterEnv: ['<rootDir>/scripts/jest/deep.mjs'],
    },
    {
      ...common,
      displayName: 'e2e',
      ...shared,
      globalSetup: '<rootDir>/scripts/jest/e2e-setup.mjs',
      testMatch: ['<rootDir>/e2e/**/*.journey.ts', '<rootDir>/scripts/bench/*.journey.mjs'],
      setupFilesAfterEnv: ['<rootDir>/scripts/jest/e2e.mjs'],
    },
  ],
}
