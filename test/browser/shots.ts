import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBakery } from '../support/bakery.ts'
import { mochaGlobalTeardown } from '../support/stores.ts'
import { wrongIn } from './checks.ts'
import { type PageShown, pages, sessionOf } from './pages.ts'
import { looksLike, openWindow, themes, widths } from './window.ts'

/**
 * npm run shots -- <folder> [name or address ...]
 *
 * Pictures of the pages as they are now, in the bakery of test/support/bakery.ts: <name>-<width>-<theme>.png, the whole
 * length of each. A name is one of test/browser/pages.ts (`pad`), or its beginning (`pad*`); an address begins with a
 * slash and is shown to Mara. Without any, all pages. What is wrong with a page is printed: accessibility, headings,
 * width, console, policy. The pictures are taken before that.
 */
const [folder, ...wanted] = process.argv.slice(2)

try {
  if (folder === undefined) throw new Error('Say where: npm run shots -- <folder> [name or address ...]')
  mkdirSync(folder, { recursive: true })
  const bakery = await openBakery()
  const { server } = bakery
  const listed = pages.filter(({ name }) => wanted.length === 0 || wanted.some((word) => names(word, name)))
  const addressed = wanted
    .filter((word) => word.startsWith('/'))
    .map((path): PageShown => ({ name: path.replace(/\W+/g, '-').slice(1), path: () => path, as: 'mara' }))
  const chosen = [...listed, ...addressed]
  for (const { name, path, as, status = 200 } of chosen) {
    const window = await openWindow(server, { as: await sessionOf(bakery, as) })
    const answered = await window.open(path(bakery))
    if (answered !== status) console.log(`${name}: ${path(bakery)} answered ${answered}`)
    for (const width of [widths.wide, widths.phone]) {
      for (const theme of themes) {
        await looksLike(window, width, theme)
        await window.page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage: true })
      }
    }
    for (const wrong of [...(await wrongIn(window)), ...window.faults]) console.log(`${name}, ${wrong}`)
    await window.close()
  }
  console.log(`${chosen.length} pages are in ${folder}`)
} finally {
  await mochaGlobalTeardown()
}

function names(word: string, name: string): boolean {
  return word.endsWith('*') ? name.startsWith(word.slice(0, -1)) : name === word
}
