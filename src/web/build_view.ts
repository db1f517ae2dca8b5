import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { withLimits } from './build_limits.ts'

/**
 * Builds the embedded view as a single file, because a chat host loads it into a frame without network access. Its
 * policy names its script and style by their hashes.
 */
export async function buildView(source: string, target: string, style: string): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: source,
    entryPoints: ['in_chat/view.ts'],
    bundle: true,
    plugins: [withLimits],
    alias: { entities: './entities.ts' },
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    legalComments: 'none',
  })
  // an HTML parser ends a script at these characters, wherever they appear
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
