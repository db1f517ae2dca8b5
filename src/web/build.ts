import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, utimesSync, watch as watchFolder, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BuildOptions, build, type Plugin, transformSync } from 'esbuild'
import { root } from '../root.ts'
import { withLimits } from './build_limits.ts'
import { buildView } from './build_view.ts'

/**
 * Builds the browser assets into dist/web: modules and the stylesheet with a hash in their names, so that they may be
 * cached for ever, and manifest.json, which maps each entry to its name. `--watch` rebuilds whenever a file changes.
 */
const source = join(root, 'src', 'web')
const target = join(root, 'dist', 'web')

/**
 * Parts that a page loads on first use, and those that it loads after its first paint. Each is one file and receives
 * the page's singletons as an argument.
 */
const parts = [
  'drafts/unplaced_shown.ts',
  'edit/edit.ts',
  'names/finder.ts',
  'shortcuts/shortcuts_shown.ts',
  'names/mention.ts',
  'sending/refused.ts',
  'sending/unheard_told.ts',
]
const later = ['later.ts', 'edit_page.ts', 'secret_page.ts']

async function buildAll(): Promise<void> {
  const code = stylesheet()
  const manifest = { ...(await modules()), style: styled(code) }
  await buildView(source, target, code)
  writeFileSync(join(target, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

async function modules(): Promise<Record<string, string>> {
  const loaded = await bundled(parts)
  const names = { ...loaded, ...(await bundled(later, [loadedLater(loaded)])) }
  return bundled(['page.ts'], [loadedLater(names)])
}

/** Returns the path of each entry. */
async function bundled(entryPoints: readonly string[], plugins: Plugin[] = []): Promise<Record<string, string>> {
  const { metafile } = await build({ ...shared, entryPoints: [...entryPoints], plugins: [...plugins, withLimits] })
  const names: Record<string, string> = {}
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint !== undefined) names[basename(entryPoint, '.ts')] = `/assets/${basename(path)}`
  }
  return names
}

const shared = {
  absWorkingDir: source,
  outdir: target,
  bundle: true,
  minify: true,
  alias: { entities: './entities.ts' },
  format: 'esm',
  target: 'es2022',
  entryNames: '[name]-[hash]',
  metafile: true,
  legalComments: 'none',
} as const satisfies BuildOptions

/** Rewrites the import() of a part to its built file. */
const loadedLater = (names: Readonly<Record<string, string>>): Plugin => ({
  name: 'loaded later',
  setup(made) {
    made.onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: names[basename(path, '.ts')]!, external: true } : undefined,
    )
  },
})

const stylesheet = (): string =>
  transformSync(readFileSync(join(source, 'svc.css'), 'utf8'), { loader: 'css', minify: true, target: 'es2022' }).code

function styled(code: string): string {
  const hash = createHash('sha256').update(code).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 8)
  writeFileSync(join(target, `svc-${hash}.css`), code)
  return `/assets/svc-${hash}.css`
}

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
await buildAll()

if (process.argv.includes('--watch')) {
  let timer: NodeJS.Timeout | undefined
  const again = (): void => {
    clearTimeout(timer)
    timer = setTimeout(
      () =>
        void buildAll()
          .then(restart)
          .catch((error: unknown) => console.error(error)),
      50,
    )
  }
  // the server reads the names only at its start, and node --watch watches only modules
  const restart = (): void => utimesSync(join(root, 'dist', 'src', 'http', 'assets.js'), new Date(), new Date())
  for (const folder of ['web', 'render', 'rules', 'text'])
    watchFolder(join(root, 'src', folder), { recursive: true }, again)
}
