import { expect } from 'chai'
import { withCast } from '../../support/here.ts'
import { makesPad } from '../../support/made.ts'

describe('an edit of more sections than an answer names', () => {
  const { server, cast } = withCast()
  let pad_id: string
  let last: string

  const many = 60
  const textOf = (colour: string): string =>
    Array.from({ length: many }, (_, n) => `# Door ${n}\n\nIt is ${colour}.`).join('\n\n')

  beforeEach(async () => {
    pad_id = await makesPad(cast.otto, { hub: cast.hub.slug, title: 'Doors', text: textOf('blue') })
    last = (await cast.otto.does('open_pad', { pad_id, sections: [] }))['sections'].at(-1).section_id
  })

  it('fixes what is flagged in the last of them, and names fifty', async () => {
    const { thread_id } = await cast.cleosAgent.does('start_thread', {
      pad_id,
      title: 'Not blue',
      body: 'Look at it.',
      anchor_block: last,
      flag_wrong: true,
      source: 'https://example.com/doors',
    })
    const fixed = await cast.otto.does('edit_pad', {
      pad_id,
      base_version: 1,
      text: textOf('green'),
      resolves_thread: thread_id,
    })
    expect(fixed['thread']).to.include({ dispute: 'settled' })
    expect(fixed['edit'].section_ids).to.have.length(50)
    const { changes } = await cast.otto.does('open_pad', { pad_id, history: true })
    expect(changes.map(({ section_ids }: any) => section_ids.length)).to.deep.equal([50, 50])
    const { pads } = await cast.bensAgent.does('catch_up', { pad_id, since: '2020-01-01T00:00:00.000Z' })
    expect(pads[0].section_ids).to.have.length(50)
  })

  it('is nobody’s own to check, in the last of them either', async () => {
    await server.sql`update hub set mode = 'checked' where slug = ${cast.hub.slug}`
    await cast.bensAgent.does('edit_pad', { pad_id, base_version: 1, text: textOf('green') })
    const note = 'I looked at it.'
    const own = await cast.bensAgent.refused('verify', { pad_id, sections: [last], note, outcome: 'checked' })
    expect(own).to.equal('forbidden/own_work')
    await server.sql`update hub set mode = 'open' where slug = ${cast.hub.slug}`
  })
})
