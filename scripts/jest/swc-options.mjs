/** How Jest and the modules that server tests share compile our sources; `react` for what has tags. */
export const swcOptions = ({ sourceMaps, react = false }) => ({
  swcrc: false,
  sourceMaps,
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: react },
    ...(react ? { transform: { react: { runtime: 'automatic' } } } : {}),
  },
})
