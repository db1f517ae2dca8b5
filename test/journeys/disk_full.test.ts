import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { unprivilegedAccount } from '../../src/own_stores/unprivileged_account.ts'
import { type Cast, gatherCast } from '../support/cast.ts'
import { mcp, rest } from '../support/doors.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

describe('where the disk of PostgreSQL is full', function () {
  this.timeout(90_000)
  let server: TestServer
  let cast: Cast
  let disk: string | undefined
  const junk = (): string => join(disk as string, 'junk')

  before(async function () {
    disk = smallDisk()
    if (disk === undefined) {
      this.test?.parent?.tests.forEach((test) => (test.title += ' (skipped: no disk can be mounted here)'))
      return this.skip()
    }
    server = await startServer({ SVC_PACE: 'off', LOG_LEVEL: 'fatal' })
    cast = await gatherCast(server)
    await server.sql.unsafe(`create tablespace small location '${disk}'`)
    await server.sql`alter table post set tablespace small`
  })
  after(async () => {
    if (disk === undefined) return
    rmSync(junk(), { force: true })
    if (server) {
      await server.stop()
      await server.sql`alter table post set tablespace pg_default`
      await server.sql`drop tablespace if exists small`
    }
    // PostgreSQL may hold a file of it still
    spawnSync('umount', ['--lazy', disk])
    try {
      rmSync(disk, { recursive: true, force: true })
    } catch {
      // a folder that stays in the temporary ones says nothing about the service
    }
  })

  it('writes are refused as busy and leave nothing half done, reads go on, and with room again so do writes', async () => {
    const { otto, hub } = cast
    const { thread_id } = await otto.does('start_thread', { hub: hub.slug, title: 'Long letters', body: 'It begins.' })
    const letter = () => Array.from({ length: 1_500 }, () => Math.random().toString(36).slice(2, 8)).join(' ')
    const rows = async () => {
      const [counted] = await server.sql<{ posts: number; last: number }[]>`
        select (select count(*)::int from post where thread_id = ${thread_id}) as posts,
          (select last_seq from thread where id = ${thread_id}) as last`
      return { ...counted }
    }
    expect(() => {
      for (let n = 0; ; n++) writeFileSync(junk(), Buffer.alloc(4096), { flag: n === 0 ? 'w' : 'a' })
    }).to.throw('ENOSPC')

    const before = await rows()
    const refused = await Promise.all(
      [rest, mcp].map((door) =>
        otto.call('post_reply', { thread_id, body: letter(), idempotency_key: door.name.padEnd(8, '.') }, door),
      ),
    )
    for (const { error } of refused) {
      expect(error).to.include({ error: 'busy' })
      expect(error?.['retry_after_seconds']).to.be.within(1, 30)
    }
    const read = await otto.does('open_thread', { thread_id })
    expect(read['last_seq']).to.equal(before.last)
    expect(await rows()).to.deep.equal(before)

    rmSync(junk())
    const body = letter()
    const again = { thread_id, body, idempotency_key: 'once and not twice' }
    await until(async () => (await otto.call('post_reply', again)).ok, 'writes are answered again')
    await otto.does('post_reply', again)
    expect(await rows()).to.deep.equal({ posts: (before.posts as number) + 1, last: (before.last as number) + 1 })
    expect(await server.sql`select from dead_letter`).to.have.length(0)
  })
})

/** A disk of a megabyte that PostgreSQL may write on; undefined where this process may mount none. */
function smallDisk(): string | undefined {
  const account = unprivilegedAccount()
  if (account === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'svc-disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  return folder
}
