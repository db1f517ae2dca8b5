import type { Plugin } from 'esbuild'
import * as limits from '../rules/limits.ts'

/** Replaces the limits by their values: computing them would pull the whole rulebook into the script. */
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
