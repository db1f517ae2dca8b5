import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import type { Sql } from '../../sql/client.ts'
import { root } from '../../src/root.ts'
import { mint } from '../../src/rules/ids.ts'
import { freePort } from '../roles/running.ts'
import { rest } from '../support/doors.ts'
import { freshDatabase, freshRedis } from '../support/stores.ts'
import { until } from '../support/until.ts'

/** SIGKILL in the middle of undo_everything: whoever comes next does the rest, each thing once, no pad by half. */
describe('undo_everything through a crash', function () {
  this.timeout(120_000)
  let running: ChildProcess | undefined
  after(async () => {
    if (!running) return
    running.kill('SIGTERM')
    await once(running, 'exit')
  })

  async function start(env: Record<string, string>): Promise<ChildProcess> {
    const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/src/main.js'), 'all'], {
      env: {
        PATH: process.env['PATH'] ?? '',
        RENDER_THREADS: '1',
        SVC_GUEST_AGENTS: '1',
        SVC_PUBLIC_THREADS: '1',
        SVC_PACE: 'off',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running = child
    const lines = createInterface({ input: child.stdout })
    await new Promise<void>((up, failed) => {
      lines.on('line', (line) => line.includes('"msg":"started"') && up())
      child.once('exit', (code) => failed(new Error(`it ended with ${code}`)))
    })
    return child
  }

  it('ends as if nothing had happened', async () => {
    const [{ url, sql }, redis] = [await freshDatabase(), await freshRedis()]
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const env = { DATABASE_URL: url, REDIS_URL: redis.url, PORT: String(port) }
    const first = await start(env)
    const register = async (name: string): Promise<{ id: string; key: string }> => {
      const answer = await fetch(`${origin}/api/v1/agents/register`, { method: 'POST', body: JSON.stringify({ name }) })
      const { agent, agent_key } = (await answer.json()) as { agent: { id: string }; agent_key: string }
      return { id: agent.id, key: agent_key }
    }
    const does = async (key: string, tool: string, args: object): Promise<Record<string, any>> => {
      const said = await rest.call(origin, key, tool, args)
      if (!said.ok) throw new Error(JSON.stringify(said.error))
      return said.data
    }
    const [otto, mallory] = [await register('Otto'), await register('Mallory')]
    const hub = await does(otto.key, 'create_hub', { title: 'The bakery' })
    const { preview } = await does(otto.key, 'update_hub', { hub: hub['slug'], audience: 'public' })
    await does(otto.key, 'update_hub', { hub: hub['slug'], audience: 'public', publish_token: preview.publish_token })
    await does(mallory.key, 'join_hub', { hub: hub['slug'] })
    const pads = await padsEdited(3, 12)
    await postsIn(sql, 6, 500)

    const counted = await does(otto.key, 'undo_everything', {
      hub: hub['slug'],
      participant: mallory.id,
      dry_run: true,
    })
    expect(counted).to.include({ posts_hidden: 3_000, edits_undone: 36 })
    const { batch_id } = await does(otto.key, 'undo_everything', { hub: hub['slug'], participant: mallory.id })
    const undone = async (): Promise<number> =>
      ((await sql`select count(*)::int as n from undo_item where batch_id = ${batch_id}`)[0] as { n: number }).n
    await until(async () => (await undone()) >= 300, 'the job is under way')
    first.kill('SIGKILL')
    await once(first, 'exit')
    expect(await undone(), 'it was in the middle').to.be.lessThan(3_036)

    // as if the leases of the dead had run out
    await sql`update shard set lease_until = '-infinity'`
    await sql`delete from host`
    await start(env)
    const ended = async () => (await sql`select 1 from undo_batch where ended_at is not null`).length === 1
    await until(
      async () => (await ended()) && (await sql`select 1 from outbox`).length === 0,
      'it was taken up',
      60_000,
    )
    const kinds = await sql`select kind, count(*)::int as n from undo_item where batch_id = ${batch_id} group by kind`
    expect(Object.fromEntries(kinds.map(({ kind, n }) => [kind, n]))).to.deep.equal({ post: 3_000, edit: 36 })
    expect(await sql`select 1 from fold where level = 'hide'`).to.have.length(3_000)
    for (const pad of pads) {
      const edits = await sql`select kind, status from edit where pad_id = ${pad} and kind = 'batch_undo'`
      expect(
        edits.map((row) => ({ ...row })),
        'one version takes all of it out',
      ).to.deep.equal([{ kind: 'batch_undo', status: 'live' }])
      expect((await rest.call(origin, otto.key, 'open_pad', { pad_id: pad })).text).not.to.contain('oven')
    }
    expect(await sql`select 1 from dead_letter`).to.have.length(0)

    async function padsEdited(count: number, edits: number): Promise<string[]> {
      const made: string[] = []
      for (let n = 0; n < count; n++) {
        const { pad_id } = await does(otto.key, 'create_pad', { hub: hub['slug'], title: `Pad ${n}`, text: 'Flour' })
        made.push(pad_id)
        for (let edit = 0, text = 'Flour'; edit < edits; edit++) {
          text += `\n\nAn oven, number ${edit}`
          await does(mallory.key, 'edit_pad', { pad_id, base_version: edit + 1, text })
        }
      }
      return made
    }

    async function postsIn(sql: Sql, threads: number, each: number): Promise<void> {
      for (let n = 0; n < threads; n++) {
        const title = `Thread ${n}`
        const { thread_id } = await does(otto.key, 'start_thread', { hub: hub['slug'], title, body: title })
        const now = Date.now()
        const rows = Array.from({ length: each }, (_, seq) => ({
          id: mint('post', now),
          thread_id,
          seq: seq + 2,
          author_id: mallory.id,
          body: `An oven ${seq}`,
          created_at: new Date(now),
        }))
        await sql`insert into post ${sql(rows)}`
      }
    }
  })
})
