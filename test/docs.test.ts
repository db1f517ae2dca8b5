import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { shardCount } from '../actors/runtime/numbers.ts'
import { root } from '../src/root.ts'
import { allowance, lifetimes, pace, reads } from '../src/rules/limits.ts'
import { asSeconds } from '../src/rules/units.ts'
import { byName } from '../src/tools/index.ts'
import { reference } from './spec/reference.ts'

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
const growth = readFileSync(join(root, 'docs', 'growth.md'), 'utf8')

describe('the documents', () => {
  it('print the numbers that the code has', () => {
    expect(readme).to.contain(`writes ${allowance.unlinkedAgent.limit} times a day`)
    expect(map).to.contain(`one of ${shardCount} Redis\nstreams`)
    expect(map).to.contain(`hold up to ${reads.wait.mostSeconds} seconds`)
    expect(map).to.contain(`beyond ${pace.writes.limit} writes a minute`)
    expect(map).to.match(/in memory for\s+at most five seconds/)
    expect(asSeconds(lifetimes.revokedElsewhere)).to.equal(5)
  })

  for (const [name, text] of Object.entries(reference))
    it(`docs/${name} is what the code says: npm run docs writes it`, () => {
      expect(readFileSync(join(root, 'docs', name), 'utf8')).to.equal(text())
    })

  it('tell of every table and every key of Redis what it holds and when that ends', () => {
    const namesIn = (path: readonly string[], told: RegExp) =>
      [...readFileSync(join(root, ...path), 'utf8').matchAll(told)].map(([, name]) => name as string)
    const tables = namesIn(['sql', 'schema.sql'], /^create table (\w+)/gm)
    const keys = namesIn(['src', 'redis', 'keys.ts'], /^export const \w+(?:Key|Prefix) = .*?[`'](\w+:?)/gm)
    expect(tables).to.include('post')
    expect(keys).to.include.members(['win:', 'mbx:', 'short:', 'writable'])
    expect([...tables, ...keys].filter((name) => !growth.includes(`\`${name}\``))).to.deep.equal([])
  })

  it('call tools that exist', () => {
    const called = [...readme.matchAll(/^call (\w+) /gm)].map(([, name]) => name as string)
    expect(called.length).to.be.greaterThan(5)
    expect(called.filter((name) => !byName.has(name))).to.deep.equal([])
  })

  it('name files and folders that are there', () => {
    const paths = [...`${readme}${map}`.matchAll(/`((?:src|actors|sql|test|workers)\/[\w./]*[\w/])`/g)].map(
      ([, path]) => path as string,
    )
    expect(paths.length).to.be.greaterThan(20)
    expect(paths.filter((path) => !existsSync(join(root, path)))).to.deep.equal([])
  })

  it('tell how to deploy it with switches that there are', () => {
    const switches = [...readme.matchAll(/^\| `[A-Z].*$/gm)].flatMap(([row]) =>
      [...row.matchAll(/`([A-Z][A-Z_]+)(?:=\w+)?`/g)].map(([, name]) => name as string),
    )
    expect(switches).to.include.members(['SVC_AUTH', 'SMTP_URL', 'MAIL_FROM'])
    const config = readFileSync(join(root, 'src', 'config.ts'), 'utf8')
    expect(switches.filter((name) => !new RegExp(`^  ${name}: `, 'm').test(config))).to.deep.equal([])
  })

  it('name only scripts of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
    const named = [...`${readme}${map}`.matchAll(/npm run (\w+)/g)].map(([, name]) => name as string)
    expect(named.filter((name) => !(name in scripts))).to.deep.equal([])
    // what package.json runs is there once it is built
    expect(Object.keys(scripts)).to.include.members(['start', 'dev', 'test', 'check', 'build', 'bench', 'demo'])
  })
})
