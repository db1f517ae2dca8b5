import { statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, context, type Plugin } from 'esbuild'
import { root } from '../src/root.ts'

/**
 * Puts what a thread runs into one file in place of its compiled entry: a thread loads all its modules anew, and loading
 * the 560 of an actor thread one by one takes four times as long. `--watch` does so whenever a source changes.
 */
const compiled = join(root, 'dist')

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  keepNames: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  // loaded only where a collector is configured
  external: ['@opentelemetry/*'],
  logLevel: 'warning',
} as const satisfies BuildOptions

/** The server reads them when it starts its threads, and node --watch watches only modules of its own. */
const restarting: Plugin = {
  name: 'restart',
  setup(made) {
    const main = join(compiled, 'src', 'main.js')
    made.onEnd(() => utimesSync(main, statSync(main).atime, statSync(main).mtimeMs / 1_000 + 1))
  },
}

const watched = process.argv.includes('--watch')
const plugins = watched ? [restarting] : []
const threads = await Promise.all([
  context({
    ...shared,
    plugins,
    entryPoints: ['actors/host_worker.ts'],
    outfile: join(compiled, 'actors', 'host_worker.js'),
    format: 'esm',
    // what packages in CommonJS call
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  }),
  context({
    ...shared,
    plugins,
    entryPoints: ['workers/render_worker.cts'],
    outfile: join(compiled, 'workers', 'render_worker.cjs'),
    format: 'cjs',
  }),
])
for (const thread of threads) {
  await thread.rebuild()
  if (watched) await thread.watch()
  else await thread.dispose()
}
