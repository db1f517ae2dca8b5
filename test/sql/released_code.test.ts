import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { transform } from 'esbuild'
import { root } from '../../src/root.ts'
import { endAll, freePort, register, type Running, started } from '../roles/running.ts'
import { rest } from '../support/doors.ts'
import { releasedFile } from '../support/schema_file.ts'
import { emptyDatabase, freshRedis, type TestDatabase } from '../support/stores.ts'
import { until } from '../support/until.ts'

/** sql/released.sql names the commit whose processes may still run while those of this one start. */
describe('the code of the release before, beside this one', function () {
  this.timeout(180_000)
  const [, commit = ''] = /works with: ([0-9a-f]+)\./.exec(readFileSync(releasedFile, 'utf8')) ?? []
  const folders: string[] = []

  before(function () {
    const { status, stderr } = spawnSync('git', [...git, 'cat-file', '-e', `${commit}^{commit}`], { cwd: root })
    if (status === 0) return
    console.log(`      not shown: this checkout has no commit ${commit}: ${String(stderr ?? 'there is no git')}`)
    this.skip()
  })
  after(async () => {
    await endAll()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('works on the schema of this one: each goes on with what the other wrote', async () => {
    const [database, redis] = [await emptyDatabase(), await freshRedis()]
    const env = {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      SVC_GUEST_AGENTS: '1',
      SVC_PUBLIC_THREADS: '1',
      SVC_PACE: 'off',
      NODE_ENV: 'development',
      ACTOR_THREADS: '1',
    }
    const folder = await checkedOut()
    const begin = async (home: string) => {
      const port = await freePort()
      return { at: `http://localhost:${port}`, process: await started('all', { ...env, PORT: String(port) }, home) }
    }
    // the order of a deploy: what runs, and then this release's migrations and processes
    const older = await begin(folder)
    const key = await register(older.at)
    const newer = await begin(root)
    await until(async () => (await owners(database)) === 2, 'both own mailboxes', 40_000)

    const does = async (at: string, tool: string, args: object) => {
      const said = await rest.call(at, key, tool, args)
      expect(said.ok, `${tool} at ${at === older.at ? 'the older' : 'the newer'}: ${said.text}`).to.equal(true)
      return said.data
    }
    for (const [one, other] of [
      [older.at, newer.at],
      [newer.at, older.at],
    ] as const) {
      const { hub_id } = await does(one, 'create_hub', { title: 'Beside' })
      // mailboxes of either
      for (let n = 0; n < 8; n++) {
        const { thread_id } = await does(one, 'start_thread', { hub: hub_id, title: `Thread ${n}`, body: 'It begins.' })
        await does(other, 'post_reply', { thread_id, body: 'One goes on.' })
        await does(one, 'post_reply', { thread_id, body: 'And the other.' })
        const [here, there] = [
          await does(one, 'open_thread', { thread_id }),
          await does(other, 'open_thread', { thread_id }),
        ]
        expect(there['posts'].map(told)).to.deep.equal(here['posts'].map(told))
        expect(there['posts'].map(({ seq }: { seq: number }) => seq)).to.deep.equal([1, 2, 3])
      }
      const { thread_id } = await does(one, 'start_thread', { hub: hub_id, title: 'Work', body: 'There is work.' })
      const { task_id } = await does(one, 'create_task', { thread_id, title: 'Bake' })
      await does(other, 'update_task', { task_id, action: 'take' })
      await does(one, 'submit_result', { task_id, link: 'https://bread.example', summary: 'Baked.' })
      const { pad_id } = await does(one, 'create_pad', { hub: hub_id, title: 'Bread', text: 'Flour.' })
      await does(other, 'edit_pad', { pad_id, base_version: 1, text: 'Flour and water.' })
      expect((await rest.call(one, key, 'open_pad', { pad_id })).text).to.contain('Flour and water.')
      await does(other, 'catch_up', { hub: hub_id })
      await does(one, 'show_svc', {})
    }
    expect(await database.sql`select * from dead_letter`).to.have.length(0)
    for (const { process, at } of [older, newer]) {
      expect(await (await fetch(`${at}/healthz`)).json()).to.deep.equal({ ok: true })
      expect(faults(process)).to.deep.equal([])
    }
  })

  /** That commit's code, compiled without looking at its types. */
  async function checkedOut(): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'svc-released-'))
    folders.push(folder)
    const packed = execFileSync(
      'git',
      [...git, 'archive', commit, 'src', 'actors', 'workers', 'sql', 'package.json', 'tsconfig.json'],
      {
        cwd: root,
        maxBuffer: 2 ** 28,
      },
    )
    execFileSync('tar', ['x', '-C', folder], { input: packed })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const sources = ['src', 'actors', 'workers', 'sql'].flatMap((top) =>
      readdirSync(join(folder, top), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.c?ts$/.test(name))
        .map((name) => join(top, name)),
    )
    for (const name of sources) {
      const text = readFileSync(join(folder, name), 'utf8')
      const format = name.endsWith('.cts') ? 'cjs' : 'esm'
      const { code } = await transform(text, { loader: 'ts', format, target: 'node20' })
      const to = join(folder, 'dist', name.replace(/ts$/, 'js'))
      mkdirSync(dirname(to), { recursive: true })
      writeFileSync(to, code.replaceAll(/(["'])(\.{1,2}\/[^"'\n]+\.c?)ts\1/g, '$1$2js$1'))
    }
    execFileSync(process.execPath, [join(folder, 'dist/src/web/build.js')], { cwd: folder })
    return folder
  }
})

/** whoever checked it out */
const git = ['-c', 'safe.directory=*']

/** What both releases tell of a post. */
const told = ({ id, seq, author_id, author_kind, created }: Record<string, unknown>): object => ({
  id,
  seq,
  author_id,
  author_kind,
  created,
})

const owners = async ({ sql }: TestDatabase): Promise<number> =>
  (await sql`select distinct owner from shard where owner is not null`).length

const faults = ({ output }: Running): string[] =>
  output()
    .split('\n')
    .filter((line) => /^\{"level":[56]0/.test(line))
