import { expect } from 'chai'
import { pad } from '../../../actors/pad/index.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { onlyHere } from '../../../src/rules/rights.ts'
import { sectionsOf } from '../../../src/text/sections.ts'
import { introductionId } from '../../../src/text/section_and_block_ids.ts'
import { joinBlocks } from '../../../src/text/blocks.ts'
import { untrusted, words } from '../../../src/text/untrusted.ts'
import type { Sql } from '../../../sql/client.ts'
import { insertHubs } from '../../../sql/effects/hub/hubs.ts'
import { insertSeats } from '../../../sql/effects/hub/seats.ts'
import { type PadState, padStates } from '../../../sql/reads/pad/pad_states.ts'
import { versionId, versionsAt } from '../../../sql/reads/pad/layouts.ts'
import { caller } from '../../support/caller.ts'
import { deskOf, write } from '../../support/desk.ts'
import { freshDatabase } from '../../support/stores.ts'
import { refusalOf } from '../../support/refusal.ts'

const start = Date.parse('2026-09-24T10:00:00Z')
const person = (id: string) => caller(id, { handle: id, reach: true, credential_id: `crd_${id}` })
const ada = person('hum_ada')
const ben = person('hum_ben')
const cleo = person('hum_cleo')
const otto: Caller = { ...person('agt_otto'), human_id: ada.id }
const stranger = person('hum_stranger')

describe('a pad', () => {
  let sql: Sql
  let n = 0

  before(async () => {
    ;({ sql } = await freshDatabase())
  })

  const hub = async (
    mode: 'open' | 'checked' = 'open',
    audience: 'public' | 'private' = 'private',
  ): Promise<string> => {
    const id = `hub_${++n}`
    const at = new Date(start).toISOString()
    await write(sql, [
      insertHubs({
        id,
        slug: id,
        title: untrusted('Hub'),
        audience,
        mode,
        front_pad_id: 'pad_0',
        accepts_guests: false,
        version: 1,
        created_by: ada.id,
        created_at: at,
        updated_at: at,
      }),
      ...(
        [
          [ada, 'owner'],
          [ben, 'helper'],
          [cleo, 'member'],
          [otto, 'member'],
        ] as const
      ).map(([who, role]) => insertSeats({ scope_id: id, participant_id: who.id, role, given_by: ada.id, at })),
    ])
    return id
  }

  const newPad = async (text: string, hub_id?: string): Promise<string> => {
    const pad_id = `pad_${++n}`
    await ask(pad_id, 'create', ada, {
      pad_id,
      hub_id: hub_id ?? (await hub()),
      title: untrusted('Title'),
      text: untrusted(text),
    })
    return pad_id
  }

  interface Reply {
    readonly version: number
    readonly edit_id: string
    readonly edit: { readonly merged: boolean; readonly merged_with?: readonly string[] }
    readonly sections: readonly { readonly section_id: string; readonly rev: number; readonly status: string }[]
    readonly suggestions_only?: boolean
  }

  async function ask(pad_id: string, operation: string, by: Caller, args: object, at = start): Promise<Reply> {
    const outcome = await deskOf(sql, pad).ask<Reply>(
      pad_id,
      operation,
      { by, public_on: true, edit_id: `edt_${++n}`, undo_id: `edt_${++n}`, ...args },
      at,
    )
    const kept = (await state(pad_id)) as PadState
    // what was written is what the actor goes on with
    if (outcome.state) expect(kept).to.deep.equal(outcome.state)
    return outcome.reply
  }

  const state = async (pad_id: string): Promise<PadState> => (await padStates(sql, [pad_id])).get(pad_id) as PadState
  const textOf = async (pad_id: string): Promise<string> =>
    joinBlocks((await state(pad_id)).blocks.map(({ text }) => text))
  const blocksOf = async (pad_id: string) => (await state(pad_id)).blocks

  it('is made with its sections and its first edit', async () => {
    const pad_id = `pad_${++n}`
    const hub_id = await hub()
    const reply = await ask(pad_id, 'create', ada, {
      pad_id,
      hub_id,
      title: untrusted('T'),
      text: untrusted('Hello.\n\n# One\n\nword'),
    })
    expect(reply).to.deep.include({ pad_id, hub_id, version: 1, etag: `pad:${pad_id}:1`, status: 'settled' })
    expect(reply.sections).to.deep.equal([
      { section_id: introductionId(pad_id), level: 0, words: 1 },
      { section_id: (await blocksOf(pad_id))[1]?.id, level: 1, words: 2 },
    ])
  })

  it('is made by members only, and a private hub does not show itself to others', async () => {
    const args = { pad_id: 'pad_x', title: untrusted('T'), text: untrusted('') }
    const [closed, open] = [await hub(), await hub('open', 'public')]
    expect(await refusalOf(ask('pad_x', 'create', stranger, { ...args, hub_id: closed }))).to.include({
      code: 'not_found',
      reason: 'unreadable',
    })
    expect(await refusalOf(ask('pad_x', 'create', stranger, { ...args, hub_id: open }))).to.include({
      code: 'forbidden',
      reason: 'needs_seat',
    })
  })

  it('takes a whole text, block by block', async () => {
    const pad_id = await newPad('# One\n\nfirst\n\nsecond')
    const before = await blocksOf(pad_id)
    const reply = await ask(pad_id, 'edit', cleo, {
      base_version: 1,
      text: untrusted('# One\n\nfirst\n\nsecond and more'),
    })
    expect(reply).to.deep.include({ version: 2, status: 'settled' })
    expect(reply.sections).to.deep.equal([{ section_id: before[0]?.id, rev: 2, status: 'settled' }])
    expect((await blocksOf(pad_id)).map(({ id, rev }) => [id, rev])).to.deep.equal([
      [before[0]?.id, 1],
      [before[1]?.id, 1],
      [before[2]?.id, 2],
    ])
  })

  it('merges a whole text against an old version with what landed since', async () => {
    const pad_id = await newPad('alpha beta gamma\n\ndelta')
    const first = await ask(pad_id, 'edit', cleo, { base_version: 1, text: untrusted('alpha BETA gamma\n\ndelta') })
    const reply = await ask(pad_id, 'edit', otto, {
      base_version: 1,
      text: untrusted('alpha beta GAMMA\n\ndelta\n\nepsilon'),
    })
    expect(await textOf(pad_id)).to.equal('alpha BETA GAMMA\n\ndelta\n\nepsilon')
    expect(reply.edit).to.include({ base_version: 1, version: 3, merged: true })
    expect(reply.edit.merged_with).to.deep.equal([first.edit_id])
  })

  it('merges edits of blocks whose rev is old, and refuses only the same words', async () => {
    const pad_id = await newPad('one two three\n\nfour')
    const [block, other] = await blocksOf(pad_id)
    const first = await ask(pad_id, 'edit', cleo, {
      edits: [{ block: block?.id, rev: 1, text: untrusted('one 2 three') }],
    })
    const merged = await ask(pad_id, 'edit', otto, {
      edits: [{ block: block?.id, rev: 1, text: untrusted('one two 3') }],
    })
    expect(merged.edit.merged_with).to.deep.equal([first.edit_id])
    expect(await textOf(pad_id)).to.equal('one 2 3\n\nfour')

    const refusal = await refusalOf(
      ask(pad_id, 'edit', ada, {
        edits: [
          { block: other?.id, rev: 1, text: untrusted('five') },
          { block: block?.id, rev: 1, text: untrusted('one zwei three') },
        ],
      }),
    )
    expect(refusal).to.include({ code: 'conflict', reason: 'merge' })
    expect(refusal.details).to.deep.equal({
      conflicts: [{ block: block?.id, your_rev: 1, current_rev: 3, kind: 'changed' }],
      current: [{ block_id: block?.id, rev: 3, text: 'one 2 3' }],
    })
    expect(await textOf(pad_id)).to.equal('one 2 3\n\nfour')
  })

  it('replaces what find names, which must stand there once', async () => {
    const pad_id = await newPad('a cat and a dog')
    const [block] = await blocksOf(pad_id)
    const edit = (find: string, text: string) => ({
      block: block?.id,
      rev: 1,
      find: untrusted(find),
      text: untrusted(text),
    })
    await ask(pad_id, 'edit', cleo, { edits: [edit('cat', 'bird'), edit('dog', 'fish')] })
    expect(await textOf(pad_id)).to.equal('a bird and a fish')
    for (const find of ['a ', 'horse']) {
      expect(await refusalOf(ask(pad_id, 'edit', cleo, { edits: [edit(find, 'x')] })), find).to.include({
        code: 'invalid',
        reason: 'find_not_unique',
      })
    }
  })

  it('removes a block whose text is empty, and names a block that is gone', async () => {
    const pad_id = await newPad('one\n\ntwo')
    const [one, two] = await blocksOf(pad_id)
    await ask(pad_id, 'edit', cleo, { edits: [{ block: one?.id, rev: 1, text: untrusted('') }] })
    expect(await textOf(pad_id)).to.equal('two')
    const gone = await refusalOf(
      ask(pad_id, 'edit', cleo, { edits: [{ block: one?.id, rev: 1, text: untrusted('uno') }] }),
    )
    expect(gone.details).to.deep.equal({ conflicts: [{ block: one?.id, your_rev: 1, kind: 'removed' }], current: [] })
    expect(
      await refusalOf(ask(pad_id, 'edit', cleo, { edits: [{ block: '0badc0de', rev: 1, text: untrusted('x') }] })),
    ).to.include({ code: 'invalid', reason: 'target' })
    expect(
      await refusalOf(ask(pad_id, 'edit', cleo, { edits: [{ block: two?.id, rev: 7, text: untrusted('x') }] })),
    ).to.include({ code: 'invalid', reason: 'version' })
  })

  it('inserts after a block, below a heading, and at the start', async () => {
    const pad_id = await newPad('# One\n\nfirst\n\nlast')
    const [heading, first] = await blocksOf(pad_id)
    await ask(pad_id, 'edit', cleo, {
      inserts: [
        { after: first?.id, text: untrusted('after first\n\nand more') },
        { after: heading?.id, text: untrusted('below') },
        { after: 'start', text: untrusted('top') },
      ],
    })
    expect(await textOf(pad_id)).to.equal('top\n\n# One\n\nbelow\n\nfirst\n\nafter first\n\nand more\n\nlast')
  })

  it('inserts where a block stood that is gone by now, if the version that was read says where', async () => {
    const pad_id = await newPad('one\n\ntwo\n\nthree')
    const [, two] = await blocksOf(pad_id)
    await ask(pad_id, 'edit', cleo, { edits: [{ block: two?.id, rev: 1, text: untrusted('') }] })
    const insert = { inserts: [{ after: two?.id, text: untrusted('new') }] }
    expect((await refusalOf(ask(pad_id, 'edit', ada, insert))).details['conflicts']).to.deep.equal([
      { block: two?.id, kind: 'removed' },
    ])
    await ask(pad_id, 'edit', ada, { ...insert, base_version: 1 })
    expect(await textOf(pad_id)).to.equal('one\n\nnew\n\nthree')
  })

  it('keeps the id of a section whose heading is renamed', async () => {
    const pad_id = await newPad('# Plan\n\ntext')
    const [heading] = await blocksOf(pad_id)
    await ask(pad_id, 'edit', cleo, { edits: [{ block: heading?.id, rev: 1, text: untrusted('## Agenda') }] })
    expect(sectionsOf(pad_id, await blocksOf(pad_id))).to.have.nested.property('[0].id', heading?.id)
  })

  it('says what a dry run would do and changes nothing', async () => {
    const pad_id = await newPad('one')
    const reply = await ask(pad_id, 'edit', cleo, { base_version: 1, text: untrusted('one two'), dry_run: true })
    expect(reply).to.include({ version: 1, dry_run: true })
    expect(reply.edit).to.include({ added_chars: 4, removed_chars: 0 })
    expect(reply).to.not.have.property('edit_id')
    expect((await state(pad_id)).version).to.equal(1)
  })

  it('refuses what changes nothing and versions that never were', async () => {
    const pad_id = await newPad('one')
    expect(await refusalOf(ask(pad_id, 'edit', cleo, { base_version: 1, text: untrusted('one\n\n') }))).to.include({
      reason: 'nothing_to_do',
    })
    expect(await refusalOf(ask(pad_id, 'edit', cleo, { base_version: 9, text: untrusted('two') }))).to.include({
      code: 'invalid',
      reason: 'version',
    })
  })

  it('has nothing to do for a text it has already, whatever that was written on', async () => {
    const pad_id = await newPad('# One\n\nfirst\n\n# Two\n\nsecond\n\n# Three\n\nthird')
    const moved = { base_version: 1, text: untrusted('# Three\n\nthird\n\n# One\n\n1st\n\n# Two\n\n2nd') }
    await ask(pad_id, 'edit', cleo, moved)
    for (const who of [cleo, ada]) {
      expect(await refusalOf(ask(pad_id, 'edit', who, moved))).to.include({ code: 'invalid', reason: 'nothing_to_do' })
    }
    expect((await state(pad_id)).version).to.equal(2)
  })

  it('refuses a text that is too large after merging, and takes one that just fits', async () => {
    const pad_id = await newPad('x'.repeat(59_990))
    expect(
      await refusalOf(ask(pad_id, 'edit', cleo, { inserts: [{ after: 'start', text: untrusted('1234567890') }] })),
    ).to.deep.include({
      code: 'too_large',
      reason: 'pad',
      details: { limit: 60_000, size: 60_001 },
    })
    await ask(pad_id, 'edit', cleo, { inserts: [{ after: 'start', text: untrusted('123456789') }] })
  })

  it('merges a title like words, and refuses two titles', async () => {
    const pad_id = await newPad('one')
    await ask(pad_id, 'edit', cleo, { title: untrusted('Our Title') })
    await ask(pad_id, 'edit', ada, { title: untrusted('Title, new'), base_version: 1 })
    expect(words((await state(pad_id)).title)).to.equal('Our Title, new')
    await ask(pad_id, 'edit', cleo, { title: untrusted('Our Chapter, new') })
    expect(
      await refusalOf(ask(pad_id, 'edit', ada, { title: untrusted('Our Name, new'), base_version: 3 })),
    ).to.include({
      code: 'conflict',
      reason: 'merge',
    })
  })

  it('is edited live by owner and helper only where the hub is Checked', async () => {
    const pad_id = await newPad('one', await hub('checked'))
    const refusal = await refusalOf(ask(pad_id, 'edit', cleo, { base_version: 1, text: untrusted('two') }))
    expect(refusal).to.include({ code: 'forbidden', reason: 'suggestions_only' })
    expect(refusal.details['yourCapabilities']).to.include('propose')
    await ask(pad_id, 'edit', ben, { base_version: 1, text: untrusted('two') })
  })

  it('is merged with what landed since only for who could change it at the page, where approvals are off', async () => {
    let merges = 0
    const { edit } = pad.on
    const decide: typeof edit.decide = (state, args, facts, world) => {
      const { base } = facts
      const counted = Object.defineProperty({ ...facts }, 'base', {
        get: () => {
          merges += 1
          return base
        },
      })
      return edit.decide(state, args, counted, world)
    }
    const desk = deskOf(sql, { ...pad, on: { ...pad.on, edit: { ...edit, decide } } })
    const refusedTo = async (by: Caller, pad_id: string): Promise<[boolean, boolean]> => {
      merges = 0
      const sent = { by: { ...by, connection: 'oauth', approvals_off: true }, public_on: true, edit_id: `edt_${++n}` }
      const change = { base_version: 1, text: untrusted('two') }
      const refusal = await refusalOf(desk.ask(pad_id, 'edit', { ...sent, ...change }, start))
      expect(refusal).to.include({ code: 'forbidden', reason: 'suggestions_only' })
      return [refusal.details[onlyHere] === true, merges > 0]
    }
    const pad_id = await newPad('one', await hub('checked', 'public'))
    await sql`insert into locked (target_id, by_id, at) values (${pad_id}, ${ada.id}, ${new Date(start)})`
    const unlocked = await newPad('one', await hub('checked', 'public'))
    expect(await refusedTo(ben, pad_id), 'a helper').to.deep.equal([true, true])
    expect(await refusedTo(cleo, unlocked), 'a member').to.deep.equal([false, false])
    expect(await refusedTo(stranger, unlocked), 'without a seat').to.deep.equal([false, false])
    const open = await newPad('one', await hub('open', 'public'))
    expect(await refusedTo(cleo, open), 'a member where all edit').to.deep.equal([true, true])
    await sql`insert into locked (target_id, by_id, at) values (${open}, ${ada.id}, ${new Date(start)})`
    expect(await refusedTo(cleo, open), 'a member, when it is locked').to.deep.equal([false, false])
  })

  it('refuses agents while they are paused, but not those of the owner', async () => {
    const pad_id = await newPad('one')
    const { hub_id } = await state(pad_id)
    const bot = { ...person('agt_bot'), human_id: cleo.id }
    await write(sql, [
      insertSeats({
        scope_id: hub_id,
        participant_id: bot.id,
        role: 'member',
        given_by: cleo.id,
        at: new Date(start).toISOString(),
      }),
    ])
    await sql`insert into agents_pause values (${hub_id}, ${ada.id}, ${new Date(start)})`
    expect(await refusalOf(ask(pad_id, 'edit', bot, { base_version: 1, text: untrusted('two') }))).to.include({
      code: 'locked',
      reason: 'agents_paused',
    })
    await ask(pad_id, 'edit', otto, { base_version: 1, text: untrusted('two') })
  })

  it('reads as missing to a stranger, and is locked to all but owner and helpers', async () => {
    const pad_id = await newPad('one')
    expect(await refusalOf(ask(pad_id, 'edit', stranger, { base_version: 1, text: untrusted('two') }))).to.include({
      code: 'not_found',
      reason: 'unreadable',
    })
    await sql`insert into locked values (${pad_id}, ${ada.id}, ${new Date(start)}, null)`
    expect(await refusalOf(ask(pad_id, 'edit', cleo, { base_version: 1, text: untrusted('two') }))).to.include({
      code: 'forbidden',
      reason: 'pad_locked',
    })
    await ask(pad_id, 'edit', ben, { base_version: 1, text: untrusted('two') })
  })

  it('gives back every version it ever had', async () => {
    const pad_id = await newPad('p0')
    const texts = ['p0']
    for (let version = 1; version < 40; version++) {
      const blocks = await blocksOf(pad_id)
      const block = blocks[(version * 7) % blocks.length]
      await ask(
        pad_id,
        'edit',
        cleo,
        version % 3 === 0 && block
          ? {
              edits: [
                {
                  block: block.id,
                  rev: block.rev,
                  text: untrusted(version % 9 === 0 && blocks.length > 2 ? '' : `changed ${version}`),
                },
              ],
            }
          : { inserts: [{ after: block?.id, text: untrusted(`p${version}`) }] },
      )
      texts.push(await textOf(pad_id))
    }
    const versions = await versionsAt(
      sql,
      texts.map((_, version) => ({ pad_id, version: version + 1 })),
    )
    for (const [before, text] of texts.entries()) {
      expect(
        joinBlocks(versions.get(versionId({ pad_id, version: before + 1 }))?.blocks.map((block) => block.text) ?? []),
      ).to.equal(text)
    }
  })

  describe('undoing', () => {
    it('takes one edit back and keeps what came later', async () => {
      const pad_id = await newPad('one two three\n\nfour')
      const edit = await ask(pad_id, 'edit', cleo, { base_version: 1, text: untrusted('one 2 three\n\nfour') })
      await ask(pad_id, 'edit', ada, { base_version: 2, text: untrusted('one 2 three 3\n\nfour five') })
      const undone = await ask(pad_id, 'undo', ben, { edit_id: edit.edit_id })
      expect(undone).to.deep.include({ undone: edit.edit_id, version: 4, status: 'settled' })
      expect(await textOf(pad_id)).to.equal('one two three 3\n\nfour five')
      expect(await refusalOf(ask(pad_id, 'undo', ben, { edit_id: edit.edit_id }))).to.include({
        code: 'conflict',
        reason: 'already_undone',
      })
      await ask(pad_id, 'undo', ben, { edit_id: undone.edit_id })
      expect(await textOf(pad_id)).to.equal('one 2 three 3\n\nfour five')
    })

    it('brings a removed block back under its id, where it stood', async () => {
      const pad_id = await newPad('one\n\ntwo\n\nthree')
      const before = await blocksOf(pad_id)
      const edit = await ask(pad_id, 'edit', cleo, { edits: [{ block: before[1]?.id, rev: 1, text: untrusted('') }] })
      await ask(pad_id, 'undo', cleo, { edit_id: edit.edit_id })
      expect(await blocksOf(pad_id)).to.deep.equal(before)
    })

    it('refuses where later edits changed the same words, with what stands there now', async () => {
      const pad_id = await newPad('one two three')
      const [block] = await blocksOf(pad_id)
      const edit = await ask(pad_id, 'edit', cleo, { base_version: 1, text: untrusted('one 2 three') })
      await ask(pad_id, 'edit', ada, { base_version: 2, text: untrusted('one zwei three') })
      const refusal = await refusalOf(ask(pad_id, 'undo', cleo, { edit_id: edit.edit_id }))
      expect(refusal).to.include({ code: 'conflict', reason: 'built_on' })
      expect(refusal.details).to.deep.equal({
        conflicts: [{ block: block?.id, your_rev: 2, current_rev: 3, kind: 'changed' }],
        current: [{ block_id: block?.id, rev: 3, text: 'one zwei three' }],
      })
    })

    it('lets a member undo only their own, owner and helper anybody’s', async () => {
      const pad_id = await newPad('one')
      const edit = await ask(pad_id, 'edit', ada, { base_version: 1, text: untrusted('one two') })
      expect(await refusalOf(ask(pad_id, 'undo', cleo, { edit_id: edit.edit_id }))).to.include({
        code: 'forbidden',
        reason: 'not_yours',
      })
      await ask(pad_id, 'undo', ben, { edit_id: edit.edit_id })
    })

    it('puts the old title back, and tells the author', async () => {
      const pad_id = await newPad('one')
      const edit = await ask(pad_id, 'edit', cleo, { title: untrusted('Other') })
      const outcome = await deskOf(sql, pad).ask(
        pad_id,
        'undo',
        { by: ada, public_on: true, edit_id: edit.edit_id, undo_id: 'edt_back' },
        start,
      )
      expect(words((await state(pad_id)).title)).to.equal('Title')
      expect(outcome.tell).to.deep.equal([
        {
          actor: 'participant',
          id: cleo.id,
          operation: 'receive',
          args: {
            item: {
              kind: 'edit_undone',
              from_id: ada.id,
              from_kind: 'human',
              hub_id: (await state(pad_id)).hub_id,
              pad_id,
              edit_id: edit.edit_id,
              reason: 'undo',
            },
          },
        },
      ])
    })
  })

  describe('an edit war', () => {
    const hour = 3_600_000
    it('of three reversals by two people within 72 hours leaves suggestions only', async () => {
      const pad_id = await newPad('it is blue')
      const mine = await ask(pad_id, 'edit', cleo, { base_version: 1, text: untrusted('it is red') })
      await ask(pad_id, 'undo', ada, { edit_id: mine.edit_id }, start + hour)
      await ask(pad_id, 'edit', cleo, { base_version: 3, text: untrusted('it is red') }, start + 2 * hour)
      const third = await ask(pad_id, 'edit', ada, { base_version: 4, text: untrusted('it is blue') }, start + 3 * hour)
      expect(third.sections[0]).to.include({ suggestions_only: true })
      expect(
        await refusalOf(
          ask(pad_id, 'edit', ben, { base_version: 5, text: untrusted('it is green') }, start + 4 * hour),
        ),
      ).to.include({
        code: 'forbidden',
        reason: 'suggestions_only',
      })
    })

    it('is not made of one’s own undos, nor over a longer time', async () => {
      const pad_id = await newPad('it is blue')
      for (let round = 0; round < 4; round++) {
        const at = start + round * hour
        const { edit_id } = await ask(
          pad_id,
          'edit',
          cleo,
          { base_version: 1 + 2 * round, text: untrusted('it is red') },
          at,
        )
        await ask(pad_id, 'undo', cleo, { edit_id }, at)
      }
      await ask(pad_id, 'edit', ada, { base_version: 9, text: untrusted('it is red') }, start + 80 * hour)
      await ask(pad_id, 'edit', cleo, { base_version: 10, text: untrusted('it is blue') }, start + 160 * hour)
      const last = await ask(
        pad_id,
        'edit',
        ada,
        { base_version: 11, text: untrusted('it is red') },
        start + 240 * hour,
      )
      expect(last.sections[0]).to.not.have.property('suggestions_only')
    })
  })
})
