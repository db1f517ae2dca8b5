import { expect } from 'chai'
import { pad } from '../../../actors/pad/index.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { mint } from '../../../src/rules/ids.ts'
import { timers } from '../../../src/rules/limits.ts'
import { days, hours } from '../../../src/rules/units.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { padStates } from '../../../sql/reads/pad/pad_states.ts'
import type { Sql } from '../../../sql/client.ts'
import { deskOf } from '../../support/desk.ts'
import { type Place, placeIn, then } from '../../support/place.ts'
import { freshDatabase } from '../../support/stores.ts'
import { refusalOf } from '../../support/refusal.ts'

const text =
  '# Bread\n\nTwo cups of flour and one of water, kneaded for ten minutes.\n\n# Cake\n\nEggs, sugar, butter and a hot oven.'

/** the same words, the paragraph about flour under the other heading */
const moved =
  '# Bread\n\n# Cake\n\nEggs, sugar, butter and a hot oven.\n\nTwo cups of flour and one of water, kneaded for ten minutes.'

describe('a Checked hub', () => {
  let sql: Sql
  let place: Place
  let [owner, helper, author, authorsHuman, authorsOther, checker]: Caller[] = []
  let now = then

  before(async () => {
    ;({ sql } = await freshDatabase())
  })

  beforeEach(async () => {
    place = await placeIn(sql, { mode: 'checked' })
    now = then
    owner = await place.someone('human', { seat: 'owner' })
    helper = await place.someone('agent', { seat: 'helper' })
    authorsHuman = await place.someone('human', { seat: 'member' })
    author = await place.someone('agent', { seat: 'member', of: authorsHuman.id })
    authorsOther = await place.someone('agent', { seat: 'member', of: authorsHuman.id })
    checker = await place.someone('human', { seat: 'member' })
  })

  const who = (name: string): Caller =>
    ({ owner, helper, author, authorsHuman, authorsOther, checker })[name as 'owner'] as Caller

  const ask = (pad_id: string, operation: string, args: object) =>
    deskOf(sql, pad).ask<any>(pad_id, operation, { public_on: true, ...args }, now)

  async function newPad(by: Caller = owner as Caller): Promise<string> {
    const pad_id = mint('pad', now)
    await ask(pad_id, 'create', {
      by,
      pad_id,
      hub_id: place.hub_id,
      edit_id: mint('edit', now),
      title: untrusted('Recipes'),
      text: untrusted(text),
    })
    return pad_id
  }

  /** Changes a word; a member suggests it. */
  async function change(pad_id: string, from: string, to: string, by: Caller = author as Caller): Promise<any> {
    const state = await stateOf(pad_id)
    const block = state.blocks.find((one) => one.text.includes(from))
    const propose = by !== owner && by !== helper
    const edit_id = mint('edit', now)
    return ask(pad_id, 'edit', {
      by,
      edit_id,
      edits: [{ block: block?.id, rev: block?.rev, find: from, text: to }],
      ...(propose && { propose }),
    })
  }
  const suggested = async (pad_id: string, from = 'ten', to = 'nine', by?: Caller): Promise<string> =>
    (await change(pad_id, from, to, by)).reply.edit_id

  const verify = (pad_id: string, by: Caller, args: object) =>
    ask(pad_id, 'verify', {
      by,
      accept_id: mint('edit', now),
      outcome: 'checked',
      note: untrusted('I baked it twice'),
      folded_since: now - days(7) - 1,
      ...args,
    })

  const stateOf = async (pad_id: string) => {
    const state = (await padStates(sql, [pad_id])).get(pad_id)
    if (!state) throw new Error('no such pad')
    return state
  }
  const textOf = async (pad_id: string) => (await stateOf(pad_id)).blocks.map((one) => one.text).join('\n\n')
  const marks = async (pad_id: string): Promise<(string | undefined)[]> => {
    const { blocks, sections } = await stateOf(pad_id)
    return blocks.filter((one) => one.text.startsWith('#')).map(({ id }) => sections.get(id)?.checked?.state)
  }
  const sectionIds = async (pad_id: string): Promise<string[]> =>
    (await stateOf(pad_id)).blocks.filter((one) => one.text.startsWith('#')).map(({ id }) => id)

  /** Edits of somebody in the hub that stand since then. */
  async function worked(by: Caller, many: number, at: number): Promise<void> {
    for (let n = 0; n < many; n++) {
      await sql`insert into edit (id, pad_id, hub_id, kind, status, author_id, author_kind, principal_id, base_version,
          version, section_ids, blocks, added_chars, removed_chars, new_heading, removed_link, small, at)
        values (${mint('edit', at)}, 'pad_else', ${place.hub_id}, 'edit', 'live', ${by.id}, ${by.kind}, ${by.id}, 1, 2,
          '{}', '[]', 1, 0, false, false, true, ${new Date(at)})`
    }
  }
  const memberSince = (by: Caller, at: number) =>
    sql`update seat set at = ${new Date(at)} where participant_id = ${by.id} and scope_id = ${place.hub_id}`

  async function trusted(by: Caller): Promise<Caller> {
    await worked(by, 5, now - hours(72))
    await memberSince(by, now - days(7))
    return by
  }

  describe('a suggestion', () => {
    it('that somebody else checked goes in at once, and its author hears of it', async () => {
      const pad_id = await newPad()
      const edit_id = await suggested(pad_id)
      const { reply, tell, wake } = await verify(pad_id, who('helper'), { edit_id })
      const [bread] = await sectionIds(pad_id)
      expect(reply).to.deep.equal({
        pad_id,
        version: 2,
        edit_id,
        status: 'went_in',
        sections: [{ section_id: bread, check: 'checked' }],
      })
      expect(wake).to.deep.equal({ version: 2 })
      expect(await marks(pad_id)).to.deep.equal(['checked', undefined])
      expect((await stateOf(pad_id)).sections.get(bread as string)?.checked).to.deep.equal({
        state: 'checked',
        by: who('helper').id,
        at: new Date(now).toISOString(),
        version: 2,
        note: 'I baked it twice',
      })
      expect(tell).to.deep.equal([
        {
          actor: 'participant',
          id: who('author').id,
          operation: 'receive',
          args: {
            item: {
              kind: 'edit_answered',
              from_id: who('helper').id,
              from_kind: 'agent',
              hub_id: place.hub_id,
              pad_id,
              edit_id,
              reason: 'checked',
            },
          },
        },
      ])
    })

    it('that does not hold is turned down', async () => {
      const pad_id = await newPad()
      const edit_id = await suggested(pad_id)
      const { reply, tell, wake } = await verify(pad_id, who('owner'), { edit_id, outcome: 'turned_down' })
      expect(wake).to.deep.equal({ version: 1 })
      expect(reply).to.deep.equal({ pad_id, version: 1, edit_id, status: 'turned_down' })
      expect(tell[0]?.args).to.have.nested.property('item.reason', 'turned_down')
      const again = await refusalOf(verify(pad_id, who('helper'), { edit_id }))
      expect(again).to.include({ code: 'conflict', reason: 'already_answered' })
      expect(again.details).to.deep.include({ state: 'turned_down' })
    })

    it('settles the flag of the section it fixes', async () => {
      const pad_id = await newPad()
      const [bread] = await sectionIds(pad_id)
      const thread_id = mint('thread', now)
      await sql`insert into thread (id, hub_id, title, starter_id, version, last_seq, status, about_pad_id,
          about_section_id, flags_wrong, dispute, created_at, updated_at)
        values (${thread_id}, ${place.hub_id}, 'Wrong', ${who('checker').id}, 1, 1, 'open', ${pad_id}, ${bread as string},
          true, 'open', ${new Date(now)}, ${new Date(now)})`
      const edit_id = await suggested(pad_id)
      const { tell } = await verify(pad_id, who('helper'), { edit_id })
      expect(tell.map(({ operation, id }: any) => [operation, id])).to.deep.include(['section_fixed', thread_id])
    })

    it('cannot go in where the pad says something else by now', async () => {
      const pad_id = await newPad()
      const edit_id = await suggested(pad_id)
      await change(pad_id, 'ten', 'eight', owner)
      const moved = await refusalOf(verify(pad_id, who('helper'), { edit_id }))
      expect(moved).to.include({ code: 'conflict', reason: 'version_moved' })
      expect(moved.details['conflicts']).to.have.length(1)
    })
  })

  describe('who checks', () => {
    for (const [name, reason] of [
      ['author', 'own_work'],
      ['authorsOther', 'linked_to_author'],
      ['authorsHuman', 'linked_to_author'],
      ['checker', undefined],
      ['helper', undefined],
      ['owner', undefined],
    ] as const) {
      it(`${name}: ${reason ?? 'may'}`, async () => {
        const pad_id = await newPad()
        const edit_id = await suggested(pad_id)
        const by = await trusted(who(name))
        const asked = verify(pad_id, by, { edit_id })
        if (reason === undefined) expect((await asked).reply).to.include({ status: 'went_in' })
        else expect(await refusalOf(asked)).to.include({ code: 'forbidden', reason })
      })
    }

    it('owner and helper need no track record, and check no work of their own', async () => {
      const pad_id = await newPad()
      const edit_id = (await change(pad_id, 'ten', 'nine', helper)).reply.edit_id
      expect(await refusalOf(verify(pad_id, who('helper'), { edit_id }))).to.include({ reason: 'own_work' })
      expect((await verify(pad_id, who('owner'), { edit_id })).reply).to.include({ status: 'checked' })
    })

    it('nobody without a seat, no chat assistant by itself, no sub-agent', async () => {
      const pad_id = await newPad()
      const edit_id = await suggested(pad_id)
      const stranger = await place.someone('human')
      expect(await refusalOf(verify(pad_id, stranger, { edit_id }))).to.include({ code: 'not_found' })
      await sql`update hub set audience = 'public' where id = ${place.hub_id}`
      expect(await refusalOf(verify(pad_id, stranger, { edit_id }))).to.include({ reason: 'needs_seat' })
      const assistant: Caller = { ...who('owner'), connection: 'oauth' }
      expect(await refusalOf(verify(pad_id, assistant, { edit_id }))).to.include({ reason: 'host_cannot' })
      expect((await verify(pad_id, { ...assistant, clicked: true }, { edit_id })).reply).to.include({
        status: 'went_in',
      })
      const other = await suggested(pad_id, 'Eggs', 'Flour')
      const limited_to = { threads: [], pads: [pad_id], rights: ['edit', 'propose'] }
      const sub: Caller = { ...who('helper'), id: 'agt_sub', parent_id: who('helper').id, limited_to }
      expect(await refusalOf(verify(pad_id, sub, { edit_id: other }))).to.include({ reason: 'subagent' })
    })
  })

  describe('a track record', () => {
    const lacking = async (by: Caller): Promise<unknown> => {
      const pad_id = await newPad()
      const edit_id = await suggested(pad_id)
      const answer = await refusalOf(verify(pad_id, by, { edit_id }))
      expect(answer).to.include({ code: 'forbidden', reason: 'needs_track_record' })
      expect(answer.details['yourCapabilities']).to.not.include('verify')
      return answer.details['track_record']
    }
    const enough = async (by: Caller): Promise<void> => {
      const pad_id = await newPad()
      const edit_id = await suggested(pad_id)
      expect((await verify(pad_id, by, { edit_id })).reply).to.include({ status: 'went_in' })
    }

    it('takes five edits that stood 72 hours, to the millisecond', async () => {
      const by = who('checker')
      await memberSince(by, now - days(7))
      expect(await lacking(by)).to.deep.equal({ edits: 0, needed: 5 })
      await worked(by, 4, now - hours(72))
      await worked(by, 1, now - hours(72) + 1)
      expect(await lacking(by)).to.deep.equal({ edits: 4, needed: 5 })
      now += 1
      await enough(by)
    })

    it('takes seven days in the hub, to the millisecond', async () => {
      const by = who('checker')
      await worked(by, 5, now - days(3))
      await memberSince(by, now - days(7) + 1)
      expect(await lacking(by)).to.deep.equal({ edits: 5, needed: 5 })
      now += 1
      await enough(by)
    })

    it('ends for seven days where something of theirs is folded in this hub', async () => {
      const by = await trusted(who('checker'))
      const elsewhere = await placeIn(sql)
      const folded = async (hub_id: string, at: number): Promise<void> => {
        const pad_id = mint('pad', at)
        await sql`insert into pad (id, hub_id, title, version, layout_since, created_by, created_at, updated_at)
          values (${pad_id}, ${hub_id}, 'P', 1, 0, ${by.id}, ${new Date(at)}, ${new Date(at)})`
        await sql`insert into fold (target_id, level, reason, at) values (${pad_id}, 'fold', 'spam', ${new Date(at)})`
      }
      await folded(elsewhere.hub_id, now)
      await enough(by)
      await folded(place.hub_id, now - days(7))
      expect(await lacking(by)).to.deep.equal({ edits: 5, needed: 5 })
      now += 1
      await enough(by)
    })

    it('ends the same way by a post or a thread of theirs, not by what others said in it', async () => {
      const by = await trusted(who('checker'))
      const at = (n: number) => new Date(now - n)
      const thread = async (starter: Caller): Promise<string> => {
        const id = mint('thread', now)
        await sql`insert into thread (id, hub_id, title, starter_id, version, last_seq, status, created_at, updated_at)
          values (${id}, ${place.hub_id}, 'T', ${starter.id}, 1, 1, 'open', ${at(0)}, ${at(0)})`
        return id
      }
      const post = async (thread_id: string, author: Caller): Promise<string> => {
        const id = mint('post', now)
        await sql`insert into post (id, thread_id, seq, author_id, body, created_at)
          values (${id}, ${thread_id}, 1, ${author.id}, 'P', ${at(0)})`
        return id
      }
      const fold = (target_id: string) =>
        sql`insert into fold (target_id, level, reason, at) values (${target_id}, 'fold', 'spam', ${at(1)})`
      const unfold = (target_id: string) => sql`delete from fold where target_id = ${target_id}`
      await fold(await post(await thread(by), who('owner')))
      await enough(by)
      for (const own of [await post(await thread(who('owner')), by), await thread(by)]) {
        await fold(own)
        await lacking(by)
        await unfold(own)
        await enough(by)
      }
    })

    it('is of edits that still stand in this hub, made there and by nobody else, and of results that were not sent back', async () => {
      const by = who('checker')
      await memberSince(by, now - days(9))
      await worked(by, 5, now - days(4))
      await worked(who('helper'), 5, now - days(4))
      await enough(by)
      const [first] = await sql`select min(id) as id from edit where author_id = ${by.id} and kind = 'edit'`
      for (const change of [
        sql`status = 'undone'`,
        sql`status = 'live', hub_id = 'hub_else'`,
        sql`status = 'live', hub_id = ${place.hub_id}, kind = 'undo'`,
      ]) {
        await sql`update edit set ${change} where id = ${first?.['id']}`
        expect(await lacking(by)).to.deep.equal({ edits: 4, needed: 5 })
      }
      const task_id = mint('task', now)
      await sql`insert into task (id, thread_id, hub_id, seq, title, state, creator_id, result_by, result_at, created_at,
          updated_at)
        values (${task_id}, 'thr_y', ${place.hub_id}, 1, 'T', 'done', ${by.id}, ${by.id}, ${new Date(now - days(4))},
          ${new Date(now)}, ${new Date(now)})`
      await enough(by)
      await sql`update task set state = 'working' where id = ${task_id}`
      expect(await lacking(by)).to.deep.equal({ edits: 4, needed: 5 })
    })

    it('counts suggestions that were accepted and results, and nothing that was taken back', async () => {
      const by = who('checker')
      await memberSince(by, now - days(9))
      await worked(by, 3, now - days(4))
      await sql`insert into task (id, thread_id, hub_id, seq, title, state, creator_id, result_by, result_at, created_at,
          updated_at)
        values (${mint('task', now)}, 'thr_x', ${place.hub_id}, ${now % 1_000_000}, 'T', 'done', ${by.id}, ${by.id},
          ${new Date(now - days(4))}, ${new Date(now)}, ${new Date(now)})`
      const pad_id = await newPad()
      const edit_id = await suggested(pad_id, 'Eggs', 'Milk', by)
      // the helper thinks better of it, and then of that
      await verify(pad_id, who('helper'), { edit_id })
      await ask(pad_id, 'undo', { by: who('helper'), edit_id, undo_id: mint('edit', now) })
      const accept_id = mint('edit', now)
      await verify(pad_id, who('helper'), { edit_id, accept_id })
      expect(await lacking(by)).to.deep.equal({ edits: 4, needed: 5 })
      now += hours(72)
      await enough(by)
      await ask(pad_id, 'undo', { by: who('owner'), edit_id: accept_id, undo_id: mint('edit', now) })
      expect(await lacking(by)).to.deep.equal({ edits: 4, needed: 5 })
    })
  })

  describe('sections', () => {
    it('are marked, and say that they changed once a later edit touches them', async () => {
      const pad_id = await newPad()
      const [bread, cake] = (await sectionIds(pad_id)) as [string, string]
      const { reply, wake } = await verify(pad_id, who('helper'), { sections: [bread, cake, cake] })
      expect(reply).to.deep.equal({
        pad_id,
        version: 1,
        status: 'checked',
        sections: [
          { section_id: bread, check: 'checked' },
          { section_id: cake, check: 'checked' },
        ],
      })
      expect(wake).to.equal(undefined)
      const { reply: edited } = await change(pad_id, 'ten', 'nine', owner)
      expect(edited.sections).to.deep.include({ section_id: bread, rev: 2, status: 'settled', check: 'changed' })
      expect(await marks(pad_id)).to.deep.equal(['changed', 'checked'])
    })

    it('say that they changed where their paragraphs only moved', async () => {
      const pad_id = await newPad()
      await verify(pad_id, who('helper'), { sections: await sectionIds(pad_id) })
      await ask(pad_id, 'edit', { by: owner, edit_id: mint('edit', now), base_version: 1, text: untrusted(moved) })
      expect(await textOf(pad_id)).to.equal(moved)
      expect(await marks(pad_id)).to.deep.equal(['changed', 'changed'])
    })

    it('hold no unchecked work of whoever checks them', async () => {
      const pad_id = await newPad()
      const [bread, cake] = (await sectionIds(pad_id)) as [string, string]
      expect(await refusalOf(verify(pad_id, who('owner'), { sections: [bread] }))).to.include({ reason: 'own_work' })
      await verify(pad_id, who('helper'), { sections: [bread, cake] })
      await change(pad_id, 'ten', 'nine', helper)
      expect(await refusalOf(verify(pad_id, who('helper'), { sections: [bread] }))).to.include({ reason: 'own_work' })
      expect((await verify(pad_id, who('owner'), { sections: [bread] })).reply).to.include({ status: 'checked' })
    })

    it('are those the pad has', async () => {
      const pad_id = await newPad()
      const [, cake] = (await sectionIds(pad_id)) as [string, string]
      expect(await refusalOf(verify(pad_id, who('helper'), { sections: ['00000000'] }))).to.include({
        code: 'invalid',
        reason: 'unknown_section',
      })
      await ask(pad_id, 'edit', { by: owner, edit_id: mint('edit', now), base_version: 1, text: untrusted('# Bread') })
      expect(await refusalOf(verify(pad_id, who('helper'), { sections: [cake] }))).to.include({
        code: 'conflict',
        reason: 'version_moved',
      })
    })

    it('cannot be turned down', async () => {
      const pad_id = await newPad()
      const [bread] = (await sectionIds(pad_id)) as [string]
      const asked = verify(pad_id, who('helper'), { sections: [bread], outcome: 'turned_down' })
      expect(await refusalOf(asked)).to.include({ code: 'invalid', reason: 'one_of' })
    })
  })

  describe('an edit that went in', () => {
    it('is checked once', async () => {
      const pad_id = await newPad()
      const edit_id = (await change(pad_id, 'ten', 'nine', owner)).reply.edit_id
      const [bread] = await sectionIds(pad_id)
      expect((await verify(pad_id, who('helper'), { edit_id })).reply).to.deep.equal({
        pad_id,
        version: 2,
        edit_id,
        status: 'checked',
        sections: [{ section_id: bread, check: 'checked' }],
      })
      const again = await refusalOf(verify(pad_id, await trusted(who('checker')), { edit_id }))
      expect(again).to.include({ reason: 'already_answered' })
    })

    it('is turned down by nobody, and a suggestion that was accepted is answered: undo_edit takes either back', async () => {
      const pad_id = await newPad()
      const edit_id = (await change(pad_id, 'ten', 'nine', owner)).reply.edit_id
      const down = { outcome: 'turned_down' }
      expect(await refusalOf(verify(pad_id, who('helper'), { edit_id, ...down }))).to.include({ reason: 'one_of' })
      const suggestion = await suggested(pad_id, 'Eggs', 'Milk')
      const accept_id = mint('edit', now)
      await ask(pad_id, 'review_edit', { by: owner, edit_id: suggestion, accept_id, outcome: 'accept' })
      for (const more of [{}, down])
        expect(await refusalOf(verify(pad_id, who('helper'), { edit_id: suggestion, ...more }))).to.include({
          reason: 'already_answered',
        })
      expect((await verify(pad_id, who('helper'), { edit_id: accept_id })).reply).to.include({ status: 'checked' })
    })

    it('is not checked any more once later edits touched the same sections, or took it back', async () => {
      const pad_id = await newPad()
      const edit_id = (await change(pad_id, 'ten', 'nine', owner)).reply.edit_id
      const cake = (await change(pad_id, 'Eggs', 'Milk', owner)).reply.edit_id
      await change(pad_id, 'nine', 'eight', owner)
      expect(await refusalOf(verify(pad_id, who('helper'), { edit_id }))).to.include({
        code: 'conflict',
        reason: 'version_moved',
      })
      await ask(pad_id, 'undo', { by: owner, edit_id: cake, undo_id: mint('edit', now) })
      expect(await refusalOf(verify(pad_id, who('helper'), { edit_id: cake }))).to.include({
        reason: 'already_answered',
      })
    })
  })

  it('is the only kind of hub where anybody has to check', async () => {
    await sql`update hub set mode = 'open' where id = ${place.hub_id}`
    const pad_id = await newPad()
    const edit_id = await suggested(pad_id)
    expect((await verify(pad_id, who('author'), { edit_id })).reply).to.deep.equal({
      pad_id,
      version: 1,
      edit_id,
      status: 'not_needed',
    })
  })

  describe('a day after a suggestion', () => {
    const due = (): number => then + timers.uncheckedMerge.after
    const goesIn = (pad_id: string, edit_id: string, at = due()) => {
      now = due()
      return ask(pad_id, 'go_in_unchecked', { edit_id, accept_id: mint('edit', now), due: at })
    }
    const waits = async (edit_id: string): Promise<unknown> =>
      (await sql`select status, goes_in_at from edit where id = ${edit_id}`)[0]

    it('a small one goes in as its author’s, its sections say so, and its author hears of it', async () => {
      const pad_id = await newPad()
      const edit_id = await suggested(pad_id)
      const { reply, tell, wake } = await goesIn(pad_id, edit_id)
      expect(reply).to.deep.equal({ fired: true })
      expect(wake).to.deep.equal({ version: 2 })
      expect(await marks(pad_id)).to.deep.equal(['unchecked', undefined])
      expect(tell.map(({ id, args }: any) => [id, args.item])).to.deep.equal([
        [
          who('author').id,
          { kind: 'edit_answered', from_kind: 'service', hub_id: place.hub_id, pad_id, edit_id, reason: 'unchecked' },
        ],
      ])
      const [accept] = await sql`select author_id, principal_id, kind from edit where suggestion_of = ${edit_id}`
      expect(accept).to.deep.equal({
        author_id: who('author').id,
        principal_id: who('authorsHuman').id,
        kind: 'accept',
      })
      expect((await goesIn(pad_id, edit_id)).reply).to.deep.equal({ fired: false })
      // it can be checked afterwards, by the id its author knows it by
      expect((await verify(pad_id, who('helper'), { edit_id })).reply).to.include({ status: 'checked', version: 2 })
      expect(await marks(pad_id)).to.deep.equal(['checked', undefined])
    })

    it('it is still its author’s: neither they nor their own check the section in which it stands unchecked', async () => {
      const pad_id = await newPad()
      await goesIn(pad_id, await suggested(pad_id))
      const sections = (await sectionIds(pad_id)).slice(0, 1)
      const refused = async (name: string) =>
        (await refusalOf(verify(pad_id, await trusted(who(name)), { sections }))).reason
      expect(await refused('author')).to.equal('own_work')
      expect(await refused('authorsOther')).to.equal('linked_to_author')
      expect((await verify(pad_id, await trusted(who('checker')), { sections })).reply).to.include({
        status: 'checked',
      })
    })

    it('a large one waits for somebody, and so does one of an Open hub', async () => {
      const pad_id = await newPad()
      const { reply } = await change(pad_id, 'Eggs, sugar, butter', 'Nothing at all that anybody would want to eat')
      expect(reply.edit).to.include({ small: false }).and.not.have.property('goes_in_at')
      await sql`update hub set mode = 'open' where id = ${place.hub_id}`
      const { reply: open } = await change(pad_id, 'ten', 'nine')
      expect(open.edit).to.include({ small: true }).and.not.have.property('goes_in_at')
    })

    it('one that only moves paragraphs waits for somebody: what it moves is change', async () => {
      const pad_id = await newPad()
      const edit_id = mint('edit', now)
      const args = { by: author, edit_id, propose: true, base_version: 1, text: untrusted(moved) }
      const { reply } = await ask(pad_id, 'edit', args)
      expect(reply.edit).to.include({ added_chars: 0, removed_chars: 0, small: false })
      expect(await waits(edit_id)).to.deep.equal({ status: 'proposed', goes_in_at: null })
      expect((await goesIn(pad_id, edit_id)).reply).to.deep.equal({ fired: false })
    })

    const removed = (scope_id: string) =>
      sql`insert into removal (scope_id, participant_id, by_id, at)
        values (${scope_id}, ${who('author').id}, 'hum_x', ${new Date(now)})`

    it('one goes in whose author was removed from the pad and is a helper of the hub since', async () => {
      const pad_id = await newPad()
      const edit_id = await suggested(pad_id)
      await removed(pad_id)
      await sql`update seat set role = 'helper' where participant_id = ${who('author').id}`
      expect((await goesIn(pad_id, edit_id)).reply).to.deep.equal({ fired: true })
    })

    const wayOut: Readonly<Record<string, (pad_id: string, edit_id: string) => Promise<unknown>>> = {
      'the same words changed': (pad_id) => change(pad_id, 'ten', 'eight', owner),
      'its section is fought over': (pad_id) =>
        sql`update section set fighters = '{hum_x,hum_y}' where pad_id = ${pad_id}`,
      'its author was removed': async () => {
        await sql`delete from seat where participant_id = ${who('author').id}`
        await removed(place.hub_id)
      },
      'its author was removed from the pad, and is a member of the hub': (pad_id) => removed(pad_id),
    }
    for (const [when, happen] of Object.entries(wayOut)) {
      it(`it waits for somebody where ${when}`, async () => {
        const pad_id = await newPad()
        const edit_id = await suggested(pad_id)
        await happen(pad_id, edit_id)
        const { reply, tell } = await goesIn(pad_id, edit_id)
        expect(reply).to.deep.equal({ fired: false })
        expect(tell).to.deep.equal([])
        expect(await waits(edit_id)).to.deep.equal({ status: 'proposed', goes_in_at: null })
      })
    }

    const notYet: Readonly<Record<string, (pad_id: string) => Promise<unknown>>> = {
      'the hub is Open by now': () => sql`update hub set mode = 'open' where id = ${place.hub_id}`,
      'the pad is locked': (pad_id) =>
        sql`insert into locked (target_id, by_id, at) values (${pad_id}, 'hum_x', ${new Date(now)})`,
    }
    for (const [when, happen] of Object.entries(notYet)) {
      it(`it stays due where ${when}`, async () => {
        const pad_id = await newPad()
        const edit_id = await suggested(pad_id)
        await happen(pad_id)
        expect((await goesIn(pad_id, edit_id)).reply).to.deep.equal({ fired: false })
        // another time, so that the clock's next message is another one
        expect(await waits(edit_id)).to.deep.equal({ status: 'proposed', goes_in_at: new Date(due() + 1) })
      })
    }

    it('nothing happens to one that was answered, or for another time', async () => {
      const pad_id = await newPad()
      const [first, second] = [await suggested(pad_id), await suggested(pad_id, 'Eggs', 'Milk')]
      await ask(pad_id, 'review_edit', {
        by: owner,
        edit_id: first,
        accept_id: mint('edit', now),
        outcome: 'turn_down',
      })
      expect((await goesIn(pad_id, first)).reply).to.deep.equal({ fired: false })
      expect((await goesIn(pad_id, second, due() - 1)).reply).to.deep.equal({ fired: false })
      expect(await waits(second)).to.deep.equal({ status: 'proposed', goes_in_at: new Date(due()) })
    })
  })
})
