import type { Plugin } from 'esbuild'
import * as limits from '../rules/limits.ts'

/** Limits as they came out: a script that reckoned them would take all of them along. */
export const withLimits: Plugin = {
  name: 'limits',
  setup(made) {
    made.onLoad({ filter: /src\/rules\/limits\.ts$/ }, () => ({
      contents: Object.entries(limits)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n'),
    }))
  },
}
