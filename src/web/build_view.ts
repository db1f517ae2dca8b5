import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { withLimits } from './build_limits.ts'

/**
 * The embedded view as one file: a chat host puts it into a frame that reaches nothing. Its policy names the one script
 * and the one style in it by their hashes.
 */
export async function buildView(source: string, target: string, style: string): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: source,
    entryPoints: ['host/view.ts'],
    bundle: true,
    plugins: [withLimits],
    alias: { entities: './entities.ts' },
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    legalComments: 'none',
  })
  // the parser of a page ends a script at this, wherever it stands
  const script = (outputFiles[0]?.text ?? '').replaceAll(/<(?=\/script|!--|script)/gi, '\\x3C').trimEnd()
  const css = style.trimEnd()
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(css)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types svc',
  ].join('; ')
  const page = `<!doctype html>
<html lang="en" class="in-host">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>svc</title>
<style>${css}</style>
</head>
<body>
<main><h1 class="hide">svc</h1><div id="here"></div></main>
<script type="module">${script}</script>
</body>
</html>
`
  writeFileSync(join(target, 'view.html'), page)
}

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
