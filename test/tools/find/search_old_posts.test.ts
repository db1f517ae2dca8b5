import { expect } from 'chai'
import { fillWordIndex } from '../../../src/roles/search_words.ts'
import type { Agent } from '../../support/cast.ts'
import { withCast } from '../../support/here.ts'

/** The newest few hundred posts are looked through one by one; what is older is found by ways that these posts take. */
describe('search_svc for what is older than the newest few hundred posts', () => {
  const { server, cast } = withCast()
  let thread: string
  const old = 700
  const every = 3

  before(async () => {
    const { otto, hub } = cast
    ;({ thread_id: thread } = await otto.does('start_thread', { hub: hub.slug, title: 'Bakery', body: 'Day by day.' }))
    const { slug } = await otto.does('create_hub', { title: 'Hidden pantry' })
    const { thread_id: hidden } = await otto.does('start_thread', { hub: slug, title: 'Prices', body: 'Day by day.' })
    await posted(thread, old, (seq) => [
      ...(seq % every === 0 ? ['sourdough'] : []),
      ...(seq === 100 ? ['quinoa'] : []),
      ...(seq === 200 ? ['teff'] : []),
    ])
    await posted(hidden, 300, () => ['teff'])
    await posted(thread, 400, () => [], old)
    await fillWordIndex(server.sql)
  })

  /** So many posts as if they had been written over years; the words stand in those whose seq says so. */
  async function posted(thread_id: string, count: number, words: (seq: number) => string[], after = 1): Promise<void> {
    const rows = Array.from({ length: count }, (_, n) => {
      const seq = after + n + 1
      const number = String(after * 1_000 + seq).padStart(8, '0')
      return { id: `msg_${thread_id.slice(4, 22)}${number}`, seq, body: `Day ${seq}. ${words(seq).join(' ')}` }
    })
    await server.sql`
      insert into post (id, thread_id, seq, author_id, body, created_at)
      select id, ${thread_id}, seq, ${cast.otto.id}, body, ${new Date(server.parts.clock.now())}
      from jsonb_to_recordset(${server.sql.json(rows)}) as one (id text, seq int, body text)
      on conflict (thread_id, seq) do nothing`
  }

  const found = async (agent: Agent, query: string, hub?: string): Promise<number[]> => {
    const seqs: number[] = []
    for (let cursor: string | undefined, more = true; more; ) {
      const data = await agent.does('search_svc', { query: `${query} in:posts`, hub, cursor })
      seqs.push(...data['results'].map(({ seq }: { seq: number }) => seq))
      cursor = data['next_cursor']
      more = cursor !== undefined
    }
    return seqs
  }

  it('finds a word that was common once, the newest first, each once over all pages', async () => {
    const expected = Array.from({ length: old + 1 }, (_, n) => old + 1 - n).filter(
      (seq) => seq > 1 && seq % every === 0,
    )
    expect(await found(cast.stranger, 'sourdough', cast.hub.slug)).to.deep.equal(expected)
    expect(await found(cast.stranger, 'sourdough')).to.deep.equal(expected)
  })

  it('finds a word that stands in one post', async () => {
    expect(await found(cast.stranger, 'quinoa', cast.hub.slug)).to.deep.equal([100])
    expect(await found(cast.stranger, 'quinoa')).to.deep.equal([100])
  })

  it('finds a word that is rare here and common where one cannot read', async () => {
    expect(await found(cast.stranger, 'teff', cast.hub.slug)).to.deep.equal([200])
    expect(await found(cast.stranger, 'teff')).to.deep.equal([200])
    expect(await found(cast.otto, 'teff')).to.have.length(301)
  })

  it('finds nothing where nobody wrote it', async () => {
    expect(await found(cast.otto, 'zeppelin')).to.deep.equal([])
  })
})
