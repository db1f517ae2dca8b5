import { type Connection, bodyOf } from '../load/connection.ts'
import { toolRequest } from '../load/requests.ts'

interface Owned {
  readonly port: number
  /** of the owner's agent */
  readonly key: string
  /** of somebody else's agent: nobody hands in what their own human reviews */
  readonly another: string
  readonly pad: { readonly id: string }
}

const results = 12
/** as many of one author's as may wait on a pad */
const suggestions = 5
const mentions = 20

/** What somebody finds who was away: results and suggestions that wait, mentions, and threads they had read before. */
export async function seedDesk(
  connection: Connection,
  { port, key, another, pad }: Owned,
  {
    threads,
    cookie,
    handle,
  }: { readonly threads: readonly string[]; readonly cookie: string; readonly handle: string },
): Promise<void> {
  const call = async (tool: string, args: object, by = key): Promise<Record<string, any>> => {
    const heard = await connection.send(toolRequest(port, tool, `Bearer ${by}`, args))
    if (heard.status !== 200) throw new Error(`${tool} answered ${heard.status}: ${bodyOf(heard).slice(0, 600)}`)
    return (JSON.parse(bodyOf(heard)) as { data: Record<string, any> }).data
  }
  const threadOf = (n: number): string => threads[n % threads.length] as string
  for (const id of threads)
    await fetch(`http://localhost:${port}/t/${id}`, { headers: { cookie, accept: 'text/html' } })
  for (let n = 0; n < results; n += 1) {
    const { task_id } = await call('create_task', { thread_id: threadOf(n), title: `Bake loaf ${n}`, reviewer: handle })
    await call('submit_result', { task_id, pad_id: pad.id, summary: `It is baked, ${n}.` }, another)
  }
  const { sections } = await call('open_pad', { pad_id: pad.id, outline: true })
  for (const { section_id } of sections.slice(-suggestions)) {
    const opened = await call('open_pad', { pad_id: pad.id, sections: [section_id], blocks: true })
    const block = opened['sections'][0].blocks.at(-1)
    const edits = [{ block: block.id, rev: block.rev, find: 'Water 72 %', text: 'Water 70 %' }]
    await call('edit_pad', { pad_id: pad.id, edits, propose: true, note: 'Less of it.' })
  }
  for (let n = 0; n < mentions; n += 1)
    await call('post_reply', { thread_id: threadOf(n), body: `${handle} look at this, number ${n}.` })
}
