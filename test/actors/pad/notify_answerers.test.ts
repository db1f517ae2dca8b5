import { expect } from 'chai'
import { pad } from '../../../actors/pad/index.ts'
import { answerers } from '../../../sql/facts/pad/answerers.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { mint } from '../../../src/rules/ids.ts'
import { inbox } from '../../../src/rules/limits.ts'
import { days, hours } from '../../../src/rules/units.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import type { Sql } from '../../../sql/client.ts'
import { deskOf } from '../../support/desk.ts'
import { type Place, placeIn, then } from '../../support/place.ts'
import { freshDatabase } from '../../support/stores.ts'

describe('who hears that something waits for an answer', () => {
  let sql: Sql
  let place: Place
  let names: Map<string, string>

  before(async () => {
    ;({ sql } = await freshDatabase())
  })

  /** A hub with one of each kind: of people and agents, of seats, of who belongs to whom. */
  async function hub(mode: 'open' | 'checked'): Promise<Readonly<Record<string, Caller>>> {
    place = await placeIn(sql, { mode })
    const owner = await place.someone('human', { seat: 'owner' })
    const helper = await place.someone('human', { seat: 'helper' })
    const member = await place.someone('human', { seat: 'member' })
    const author = await place.someone('human', { seat: 'member' })
    const cast = {
      owner,
      helper,
      'helping agent': await place.someone('agent', { seat: 'helper' }),
      member,
      'other member': await place.someone('human', { seat: 'member' }),
      author,
      "author's agent": await place.someone('agent', { seat: 'member', of: author.id }),
      "owner's agent": await place.someone('agent', { seat: 'member', of: owner.id }),
      "helper's agent": await place.someone('agent', { seat: 'member', of: helper.id }),
      "member's agent": await place.someone('agent', { seat: 'member', of: member.id }),
      'agent of nobody': await place.someone('agent', { seat: 'member' }),
      "owner's agent without a seat": await place.someone('agent', { of: owner.id }),
      stranger: await place.someone('human'),
    }
    names = new Map(Object.entries(cast).map(([name, { id }]) => [id, name]))
    return cast
  }

  const ask = (pad_id: string, operation: string, args: object, now = then) =>
    deskOf(sql, pad).ask<any>(pad_id, operation, { public_on: true, folded_since: now - days(7), ...args }, now)

  async function newPad(by: Caller, now = then): Promise<string> {
    const pad_id = mint('pad', now)
    const made = { by, pad_id, hub_id: place.hub_id, edit_id: mint('edit', now) }
    await ask(pad_id, 'create', { ...made, title: untrusted('Plan'), text: untrusted('one two three') }, now)
    return pad_id
  }

  const insert = (pad_id: string, by: Caller, more: object = {}, now = then) => {
    const inserts = [{ after: 'start', text: untrusted(`by ${by.handle} ${mint('edit', now)}`) }]
    return ask(pad_id, 'edit', { by, edit_id: mint('edit', now), inserts, ...more }, now)
  }

  const told = (tell: readonly { id: string; args: any }[], kind: string): string[] =>
    tell.filter(({ args }) => args.item?.kind === kind).map(({ id }) => names.get(id) ?? id)
  const suggested = async (pad_id: string, by: Caller, now = then): Promise<string[]> =>
    told((await insert(pad_id, by, { propose: true }, now)).tell as any, 'edit_waiting')

  it('of a suggestion in an Open hub: its people, then agents that keep it and agents of owner and helpers', async () => {
    const cast = await hub('open')
    const pad_id = await newPad(cast['owner']!)
    const heard = await suggested(pad_id, cast["author's agent"]!)
    expect(heard.slice(0, 2)).to.have.members(['owner', 'helper'])
    expect(heard.slice(2, 5)).to.have.members(['member', 'other member', 'author'])
    expect(heard.slice(5)).to.have.members(['helping agent', "owner's agent", "helper's agent"])
  })

  it('never the author, a removed seat or a suspended account', async () => {
    const cast = await hub('open')
    const pad_id = await newPad(cast['owner']!)
    await sql`delete from seat where participant_id = ${cast['member']!.id}`
    await sql`update participant set suspended_at = now() where id = ${cast['other member']!.id}`
    const heard = await suggested(pad_id, cast['helper']!)
    expect(heard).to.have.members(['owner', 'author', 'helping agent', "owner's agent", "helper's agent"])
  })

  it('others in place of the suspended, however many these are', async () => {
    place = await placeIn(sql, { mode: 'open' })
    const member = await place.someone('human', { seat: 'member' })
    const suspended = inbox.answerersTold
    await sql`
      insert into participant (id, kind, handle, name, suspended_at, created_at)
      select 'hum_0gone' || n, 'human', 'gone' || n, 'Gone', now(), now() from generate_series(1, ${suspended}) n`
    await sql`
      insert into seat (scope_id, participant_id, role, given_by, at)
      select ${place.hub_id}, 'hum_0gone' || n, 'helper', 'hum_x', now() from generate_series(1, ${suspended}) n`
    const key = {
      pad_id: 'pad_x',
      hub_id: place.hub_id,
      what: 'decision',
      author_id: 'hum_x',
      folded_since: then,
    } as const
    const found = await answerers.load(sql, [key])
    expect(found.get(answerers.id(key))?.map(({ id }) => id)).to.deep.equal([member.id])
  })

  it('says what waits, and where', async () => {
    const cast = await hub('open')
    const author = cast['author']!
    const pad_id = await newPad(cast['owner']!)
    const { tell, reply } = await insert(pad_id, author, { propose: true })
    expect((tell[0] as any).args.item).to.deep.equal({
      kind: 'edit_waiting',
      from_id: author.id,
      from_kind: 'human',
      hub_id: place.hub_id,
      pad_id,
      edit_id: reply.edit_id,
      section_id: reply.edit.section_ids[0],
    })
  })

  it('those with a seat in this pad alone, and of a locked pad owner and helpers only', async () => {
    const cast = await hub('open')
    const pad_id = await newPad(cast['owner']!)
    await place.give(cast['stranger']!.id, 'member', pad_id)
    expect(await suggested(pad_id, cast['author']!)).to.include('stranger')
    await sql`insert into locked (target_id, by_id, at) values (${pad_id}, 'hum_x', now())`
    expect(await suggested(pad_id, cast['owner']!)).to.have.members(['helper', 'helping agent'])
  })

  describe('in a Checked hub', () => {
    async function trusted(who: Caller, hub_id = place.hub_id): Promise<void> {
      const at = new Date(then - hours(72))
      for (let n = 0; n < 5; n++) {
        await sql`insert into edit (id, pad_id, hub_id, kind, status, author_id, author_kind, principal_id, base_version,
            version, section_ids, blocks, added_chars, removed_chars, new_heading, removed_link, small, at)
          values (${mint('edit', then)}, 'pad_else', ${hub_id}, 'edit', 'live', ${who.id}, ${who.kind}, ${who.id}, 1, 2,
            '{}', '[]', 1, 0, false, false, true, ${at})`
      }
      await sql`update seat set at = ${new Date(then - days(7))} where participant_id = ${who.id}`
    }

    it('owner, helpers and the members with a track record; of agents those of owner and helpers', async () => {
      const cast = await hub('checked')
      const pad_id = await newPad(cast['owner']!)
      expect(await suggested(pad_id, cast['author']!)).to.deep.equal(['owner', 'helper', 'helping agent'])
      for (const who of ['member', "member's agent", "owner's agent", 'agent of nobody']) await trusted(cast[who]!)
      await trusted(cast['other member']!, 'hub_elsewhere')
      const heard = await suggested(pad_id, cast['author']!)
      expect(heard.slice(0, 3)).to.have.members(['owner', 'helper', 'member'])
      expect(heard.slice(3)).to.have.members(['helping agent', "owner's agent"])
    })

    it('no member who counts as the same human as the author', async () => {
      const cast = await hub('checked')
      const pad_id = await newPad(cast['owner']!)
      await trusted(cast['author']!)
      expect(await suggested(pad_id, cast["author's agent"]!)).to.not.include('author')
      expect(await suggested(pad_id, cast["member's agent"]!)).to.include('author')
    })
  })

  describe('of a decision', () => {
    const proposed = async (mode: 'open' | 'checked'): Promise<string[]> => {
      const cast = await hub(mode)
      const pad_id = await newPad(cast['owner']!)
      const by: Caller = { ...cast['author']!, connection: 'oauth' }
      const decision = { decision_id: mint('decision', then), text: untrusted('We bake rye.') }
      const { reply, tell } = await ask(pad_id, 'decide', { by, decision })
      expect(reply.decision.status).to.equal('proposed')
      expect((tell[0] as any).args.item).to.include({ decision_id: decision.decision_id, pad_id })
      return told(tell as any, 'decision_waiting')
    }

    it('in an Open hub all who decide there, people first', async () => {
      const heard = await proposed('open')
      expect(heard.slice(0, 4)).to.have.members(['owner', 'helper', 'member', 'other member'])
      expect(heard.slice(4)).to.have.members([
        'helping agent',
        "author's agent",
        "owner's agent",
        "helper's agent",
        "member's agent",
        'agent of nobody',
      ])
    })

    it('in a Checked hub owner and helpers', async () => {
      expect(await proposed('checked')).to.deep.equal(['owner', 'helper', 'helping agent'])
    })
  })

  it('of a crowd 500: owner and helpers, who edited the pad last, the agents of owner and helpers, then the others', async () => {
    const cast = await hub('open')
    const owner = cast['owner']!
    const at = new Date(then)
    await sql`insert into participant (id, kind, handle, name, created_at)
      select 'hum_crowd' || n || ${place.slug}, 'human', 'crowd' || n || ${place.slug}, 'C', ${at} from generate_series(1, 5000) n`
    await sql`insert into seat (scope_id, participant_id, role, given_by, at)
      select ${place.hub_id}, 'hum_crowd' || n || ${place.slug}, 'member', 'hum_x', ${at} from generate_series(1, 5000) n`
    const pad_id = await newPad(owner)
    const late = { ...cast['member']!, id: `hum_crowd4711${place.slug}` }
    names.set(late.id, 'one of the crowd')
    await insert(pad_id, cast["member's agent"]!)
    await insert(pad_id, late)
    const heard = await suggested(pad_id, cast['author']!)
    expect(heard).to.have.length(500)
    expect(new Set(heard).size).to.equal(500)
    expect(heard.slice(0, 2)).to.have.members(['owner', 'helper'])
    expect(heard.slice(2, 4)).to.deep.equal(['one of the crowd', 'member'])
    expect(heard.slice(-3)).to.have.members(['helping agent', "owner's agent", "helper's agent"])
  })
})
