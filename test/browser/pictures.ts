import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/root.ts'
import { kilobytes } from '../../src/rules/units.ts'
import { openBakery } from '../support/bakery.ts'
import { mochaGlobalTeardown } from '../support/stores.ts'
import { openWindow } from './window.ts'

/** npm run pictures: what README begins with, taken of the running service. */
const folder = join(root, 'src', 'web', 'pictures')
const most = kilobytes(200)

try {
  mkdirSync(folder, { recursive: true })
  const { server, people, pads } = await openBakery()
  for (const [name, path] of Object.entries({ home: '/', pad: `/p/${pads.house}` })) {
    const window = await openWindow(server, { as: people.mara.session })
    await window.open(path)
    const file = join(folder, `${name}.png`)
    await window.page.screenshot({ path: file })
    const { size } = statSync(file)
    if (size > most) throw new Error(`${file} is of ${size} bytes, ${most} are allowed`)
    console.log(`${file}: ${Math.ceil(size / 1024)} KB`)
    await window.close()
  }
} finally {
  await mochaGlobalTeardown()
}
