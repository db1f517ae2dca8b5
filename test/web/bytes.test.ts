import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { root } from '../../src/root.ts'

const folder = join(root, 'dist', 'web')

/** As it travels, in bytes. */
const sizes: Readonly<Record<string, number>> = {
  svc: 7 * 1024,
  page: 14 * 1024,
  later: 8 * 1024,
  edit: 55 * 1024,
  edit_page: 60 * 1024,
  finder: 4 * 1024,
  shortcuts_shown: 4 * 1024,
  mention: 4 * 1024,
  refused: 8 * 1024,
  secret_page: 10 * 1024,
  unheard_told: 9 * 1024,
  unplaced_shown: 2 * 1024,
}

describe('what a browser loads', () => {
  const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name))
  const nameOf = (file: string): string => /^(.*)-\w+\.\w+$/.exec(file)?.[1] ?? file

  it('is one stylesheet and one file for each part, and nothing else', () => {
    expect(files.map(nameOf).toSorted()).to.deep.equal(Object.keys(sizes).toSorted())
  })

  for (const [name, most] of Object.entries(sizes)) {
    it(`${name} has at most ${most} bytes, compressed`, () => {
      const file = files.find((one) => nameOf(one) === name)!
      expect(gzipSync(readFileSync(join(folder, file))).length).to.be.at.most(most)
    })
  }

  it('a page is one module, and its parts are loaded by it', () => {
    for (const file of files.filter((one) => one.endsWith('.js'))) {
      const script = readFileSync(join(folder, file), 'utf8')
      expect(script, file).not.to.match(/(?:^|[;}])(import|export)\s*(\{[^}]*\}|\*|\w+)?\s*from?\s*"/)
      for (const [, address] of script.matchAll(/import\("([^"]+)"\)/g)) {
        expect(files.map((one) => `/assets/${one}`)).to.include(address)
      }
      // morphing is the largest part of it, and there is one way to draw
      expect(script.includes('beforeNodeMorphed'), file).to.equal(nameOf(file) === 'page')
      expect(script).not.to.contain('sourceMappingURL')
    }
  })
})
