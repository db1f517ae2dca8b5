import { expect } from 'chai'
import { thread } from '../../../actors/thread/index.ts'
import { canRead } from '../../../actors/thread/tasks/task_notices.ts'
import type { Thread } from '../../../actors/thread/state.ts'
import type { Sql } from '../../../sql/client.ts'
import { anchors } from '../../../sql/facts/pad/anchors.ts'
import { postersIn } from '../../../sql/facts/pad/decisions.ts'
import { people } from '../../../sql/facts/thread/people_concerned.ts'
import { padPlaces } from '../../../sql/facts/pad/pad_places.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { mint } from '../../../src/rules/ids.ts'
import { readsPart } from '../../../src/rules/may_read/readable.ts'
import { postFactsOf } from '../../../src/text/unwanted/post_facts.ts'
import { introductionId } from '../../../src/text/section_and_block_ids.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { deskOf } from '../../support/desk.ts'
import { type Place, placeIn, then } from '../../support/place.ts'
import { refusedAs } from '../../support/refusal.ts'
import { freshDatabase } from '../../support/stores.ts'

describe('a seat that a guest took, while public access is off', () => {
  let sql: Sql
  let place: Place
  let member: Caller
  let guest: Caller
  let passer: Caller
  let thread_id: string
  let pad_id: string

  before(async () => {
    ;({ sql } = await freshDatabase())
    place = await placeIn(sql, { audience: 'public', accepts_guests: true })
    member = await place.someone('human', { seat: 'member' })
    guest = await place.someone('guest', { seat: 'member' })
    passer = await place.someone('agent')
    await sql`update seat set given_by = participant_id where participant_id = ${guest.id}`
    ;({ thread_id } = await start(member))
    for (const by of [guest, passer]) {
      const body = untrusted('Hello.')
      const sent = { by, post_id: mint('post', then), body, said: postFactsOf(body), public_on: true, paced: false }
      await deskOf(sql, thread).ask(thread_id, 'post', sent, then)
    }
    pad_id = mint('pad', then)
    await sql`insert into pad (id, hub_id, title, version, layout_since, created_by, created_at, updated_at)
      values (${pad_id}, ${place.hub_id}, 'A pad', 1, 0, ${member.id}, ${new Date(then)}, ${new Date(then)})`
  })

  async function start(by: Caller, public_on = true) {
    const [thread_id, body] = [mint('thread', then), untrusted('Hello.')]
    const { hub_id } = place
    const args = { by, thread_id, post_id: mint('post', then), hub_id, title: body, body, said: postFactsOf(body) }
    const more = { accepts_guests: by.kind === 'human', flag_wrong: false, public_on }
    await deskOf(sql, thread).ask(thread_id, 'start', { ...args, ...more }, then)
    return { thread_id }
  }

  it('starts no thread: the hub is as missing there', async () => {
    expect(await refusedAs(start(guest, false))).to.equal('not_found/unreadable')
    expect(await refusedAs(start(guest))).to.equal('agreed')
  })

  it('brings no notice of a decision in a thread', async () => {
    const told = async (public_on: boolean) =>
      (await postersIn.load(sql, [{ id: thread_id, public_on }])).get(thread_id)!.map(({ id }) => id)
    expect(await told(true)).to.have.members([member.id, guest.id, passer.id])
    expect(await told(false)).to.deep.equal([member.id])
  })

  it('brings no notice of a task, and no pad for its result', async () => {
    const state = { id: thread_id } as Thread
    const pads = []
    for (const { id } of [member, guest]) {
      const key = { named: id, hub_id: place.hub_id, scope_id: thread_id }
      const person = (await people.load(sql, [key])).get(people.id(key))!
      const asked = { pad_id, participant_id: id }
      const pad = (await padPlaces.load(sql, [asked])).get(padPlaces.id(asked))!
      pads.push([true, false].map((publicOn) => [canRead(state, person, publicOn), readsPart(pad, pad, { publicOn })]))
    }
    expect(pads).to.deep.equal([
      [
        [true, true],
        [true, true],
      ],
      [
        [true, true],
        [false, false],
      ],
    ])
  })

  it('brings no notice of a flag on a section', async () => {
    const anchor = introductionId(pad_id)
    for (const by of [member, guest]) {
      await sql`insert into edit (id, pad_id, hub_id, kind, status, author_id, author_kind, principal_id, base_version,
          version, section_ids, blocks, added_chars, removed_chars, new_heading, removed_link, small, at)
        values (${mint('edit', then)}, ${pad_id}, ${place.hub_id}, 'edit', 'live', ${by.id}, ${by.kind}, ${by.id}, 1, 1,
          ${[anchor]}, '[]', 0, 0, false, false, false, ${new Date(then)})`
    }
    const told = async (public_on: boolean) =>
      (await anchors.load(sql, [{ pad_id, anchor, public_on }])).get(anchors.id({ pad_id, anchor, public_on }))?.authors
    expect(await told(true)).to.have.members([member.id, guest.id])
    expect(await told(false)).to.deep.equal([member.id])
  })
})
