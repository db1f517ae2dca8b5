import { expect } from 'chai'
import { confirmLink } from '../../../actors/participant/linking/confirm_link.ts'
import { guessLinkCode } from '../../../actors/participant/linking/guess_link_code.ts'
import { emptyInbox } from '../../../actors/participant/inbox/inbox.ts'
import { keyExpiring } from '../../../actors/participant/keys/key_expiring.ts'
import { linkByCode } from '../../../actors/participant/linking/link_by_code.ts'
import { makeLinkCode } from '../../../actors/participant/linking/make_link_code.ts'
import { mintSubagent } from '../../../actors/participant/keys/mint_subagent.ts'
import { rename } from '../../../actors/participant/handles/rename.ts'
import { requestLink } from '../../../actors/participant/linking/request_link.ts'
import type { Participant } from '../../../actors/participant/state.ts'
import { unlink } from '../../../actors/participant/linking/unlink.ts'
import type { LinkCode } from '../../../sql/facts/account/linking.ts'
import type { LiveKey } from '../../../sql/facts/account/keys.ts'
import type { CredentialState } from '../../../sql/reads/account/credentials.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { days, hours } from '../../../src/rules/units.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { caller } from '../../support/caller.ts'
import { at } from '../../support/world.ts'
import { decidedAs } from '../../support/refusal.ts'

const now = Date.parse('2026-09-24T10:00:00.000Z')
const iso = (at: number): string => new Date(at).toISOString()
const key = { id: 'crd_new', hash: 'ab'.repeat(32) }
const otto = caller('agt_otto', { verified: false, credential_id: 'crd_old' })
const ada: Caller = { ...otto, id: 'hum_ada', kind: 'human', handle: 'ada', connection: 'session' }
const subagent: Caller = { ...otto, id: 'agt_sub', parent_id: 'agt_otto', connection: 'sub_agent_key' }
const agent = (over: Partial<Participant> = {}): Participant => ({
  id: 'agt_otto',
  kind: 'agent',
  handle: 'otto',
  inbox: emptyInbox,
  ...over,
})
const human: Participant = { id: 'hum_ada', kind: 'human', handle: 'ada', inbox: emptyInbox }
const linkable = { id: 'hum_ada', kind: 'human', handle: 'ada', suspended: false } as const
const code = (over: Partial<LinkCode> = {}): LinkCode => ({
  id: 'crd_code',
  human_id: 'hum_ada',
  hash: 'cd',
  wrong: 0,
  expires_at: now + 1,
  ...over,
})
const credential = (over: Partial<CredentialState> = {}): CredentialState => ({
  id: 'crd_old',
  kind: 'agent_key',
  participant_id: 'agt_otto',
  made_by: 'agt_otto',
  human_id: null,
  grant_id: null,
  expires_at: now + days(3),
  revoked: false,
  ...over,
})

type Row = Record<string, unknown>
const rowsOf = (outcome: { effects?: readonly { kind: { name: string }; row: unknown }[] }, name: string): Row[] =>
  (outcome.effects ?? []).filter(({ kind }) => kind.name === name).map(({ row }) => row as Row)

describe('a link code', () => {
  it('is for an hour and its human alone', () => {
    const ask = (by: Caller, who: Participant) =>
      makeLinkCode.decide(
        who,
        { by, code: { id: 'crd_code', hash: 'cd' } },
        { open: [code({ expires_at: now })] },
        at(now),
      )
    const outcome = ask(ada, human)
    expect(outcome.reply).to.deep.equal({ expires_at: iso(now + hours(1)) })
    expect(rowsOf(outcome, 'link_code.save')).to.deep.equal([{ id: 'crd_code', wrong: 0, ended_at: iso(now) }])
    expect(decidedAs(() => ask(otto, agent()))).to.equal('forbidden/not_yours')
  })

  const guess = (hash: string, codes: LinkCode[], by = otto) =>
    guessLinkCode.decide(human, { by, hash }, { codes }, at(now))

  it('belongs to the agent that says it', () => {
    expect(guess('cd', [code()]).reply).to.deep.equal({ code_id: 'crd_code' })
    expect(guess('cd', [code({ used_by: 'agt_otto' })]).reply).to.deep.equal({ code_id: 'crd_code' })
    expect(guess('cd', [code({ used_by: 'agt_other' })]).reply).to.deep.equal({})
    expect(guess('cd', [code({ expires_at: now })]).reply).to.deep.equal({})
    expect(guess('cd', []).reply).to.deep.equal({})
  })

  it('counts a wrong guess against every open code and ends all with the twentieth', () => {
    const counted = guess('00', [code({ wrong: 3 }), code({ id: 'crd_two' })])
    expect(rowsOf(counted, 'link_code.save')).to.deep.equal([
      { id: 'crd_code', wrong: 4 },
      { id: 'crd_two', wrong: 1 },
    ])
    const ended = guess('00', [code({ wrong: 19 }), code({ id: 'crd_two' })])
    expect(rowsOf(ended, 'link_code.save').map(({ ended_at }) => ended_at)).to.deep.equal([iso(now), iso(now)])
  })

  it('links only the agent that said it right, and only once', () => {
    const ask = (known: LinkCode | undefined, who = agent(), by = otto) =>
      linkByCode.decide(
        who,
        { by, human_id: 'hum_ada', code_id: 'crd_code', handle: 'otto.ada' },
        {
          code: known,
          human: linkable,
          requests: [{ id: 'lrq_1', human_id: 'hum_ben', asked_at: iso(now) }],
          pads: ['pad_war'],
        },
        at(now),
      )
    const outcome = ask(code({ used_by: 'agt_otto' }))
    expect(outcome.state).to.deep.include({ human_id: 'hum_ada', handle: 'otto.ada' })
    expect(rowsOf(outcome, 'participant.link')).to.deep.equal([
      { id: 'agt_otto', human_id: 'hum_ada', linked_at: iso(now) },
    ])
    expect(rowsOf(outcome, 'handle.end')[0]).to.include({ handle: 'otto', when_linked: true })
    expect(rowsOf(outcome, 'link_request.answer')[0]).to.include({ id: 'lrq_1', status: 'declined' })
    expect(outcome.tell?.map(({ id }) => id)).to.deep.equal(['hum_ada', 'pad_war'])
    expect(decidedAs(() => ask(code()))).to.equal('not_found/unreadable')
    expect(decidedAs(() => ask(undefined))).to.equal('not_found/unreadable')
    expect(decidedAs(() => ask(code({ used_by: 'agt_otto' }), agent({ human_id: 'hum_ben' })))).to.equal(
      'conflict/already_linked',
    )
    expect(decidedAs(() => ask(code({ used_by: 'agt_otto' }), agent(), subagent))).to.equal('forbidden/subagent')
    expect(ask(undefined, agent({ human_id: 'hum_ada' })).reply).to.deep.include({ already: true })
  })
})

describe('a request to link', () => {
  const link = credential({ id: 'crd_link', kind: 'link' })
  const ask = (by: Caller, who = agent(), known: CredentialState | undefined = link, humans: string[] = []) =>
    requestLink.decide(
      who,
      { by, request_id: 'lrq_new', credential_id: 'crd_link' },
      {
        link: known,
        requests: humans.map((human_id) => ({ id: `lrq_${human_id}`, human_id, asked_at: iso(now - 1) })),
      },
      at(now),
    )

  it('waits for the agent, once for each human', () => {
    const outcome = ask(ada)
    expect(outcome.reply).to.deep.equal({ status: 'requested', asked_at: iso(now) })
    expect(outcome.tell?.map(({ id, args }) => [id, (args as any).item.kind])).to.deep.equal([
      ['agt_otto', 'link_request'],
    ])
    expect(ask(ada, agent(), link, ['hum_ada']).reply).to.include({ already: true, asked_at: iso(now - 1) })
    expect(ask(ada, agent({ human_id: 'hum_ada' })).reply).to.deep.equal({ status: 'linked' })
  })

  it('needs a link that works, a person, an agent that is nobody’s, and room', () => {
    expect(decidedAs(() => ask(otto))).to.equal('forbidden/not_yours')
    for (const known of [
      { ...link, revoked: true },
      { ...link, expires_at: now },
      { ...link, kind: 'agent_key' as const },
      { ...link, participant_id: 'agt_other' },
    ]) {
      expect(decidedAs(() => ask(ada, agent(), known))).to.equal('not_found/unreadable')
    }
    expect(decidedAs(() => ask(ada, agent({ human_id: 'hum_ben' })))).to.equal('conflict/already_linked')
    const many = Array.from({ length: 20 }, (_, n) => `hum_${n}`)
    expect(decidedAs(() => ask(ada, agent(), link, many))).to.equal('rate_limited/link_requests')
  })

  it('is confirmed only where it waits', () => {
    const confirm = (humans: string[], known: { suspended: boolean } = linkable) =>
      confirmLink.decide(
        agent(),
        { by: otto, human_id: 'hum_ada', handle: 'otto.ada' },
        {
          human: { ...linkable, ...known },
          requests: humans.map((human_id) => ({ id: `lrq_${human_id}`, human_id, asked_at: iso(now) })),
          pads: [],
        },
        at(now),
      )
    const outcome = confirm(['hum_ben', 'hum_ada'])
    expect(rowsOf(outcome, 'link_request.answer').map(({ status }) => status)).to.deep.equal(['declined', 'linked'])
    expect(decidedAs(() => confirm(['hum_ben']))).to.equal('not_found/unreadable')
    expect(decidedAs(() => confirm(['hum_ada'], { suspended: true }))).to.equal('not_found/unreadable')
  })
})

describe('unlinking', () => {
  const keys: LiveKey[] = [
    { id: 'crd_hers', participant_id: 'agt_otto', made_by: 'hum_ada', expires_at: now + 1 },
    { id: 'crd_past', participant_id: 'agt_otto', made_by: 'hum_ada', expires_at: now },
    { id: 'crd_own', participant_id: 'agt_otto', made_by: 'agt_otto', expires_at: now + 1 },
  ]
  const thread = `thr_${'0'.repeat(26)}`
  const seats = ['hub_a', thread]

  it('stops the human’s keys, takes seats back, frees the handle and gives a new key', () => {
    const outcome = unlink.decide(
      agent({ human_id: 'hum_ada', handle: 'otto.ada' }),
      { by: otto, key, handle: 'otto' },
      { keys, seats },
      at(now),
    )
    expect(outcome.state).to.deep.equal(agent())
    expect(outcome.reply).to.deep.equal({
      handle: 'otto',
      previous_handle: 'otto.ada',
      keys_stopped: 1,
      seats_taken_back: 2,
      key_expires_at: iso(now + days(90)),
    })
    expect(rowsOf(outcome, 'credential.revoke').map(({ id }) => id)).to.deep.equal(['crd_hers'])
    expect(rowsOf(outcome, 'seat.delete').map(({ scope_id }) => scope_id)).to.deep.equal(['hub_a', thread])
    expect(rowsOf(outcome, 'credential.insert')[0]).to.include({ made_by: 'agt_otto', hash: key.hash })
    expect(outcome.tell?.map(({ actor, id }) => [actor, id])).to.deep.equal([['participant', 'hum_ada']])
  })

  it('says so where there is nothing to end', () => {
    const outcome = unlink.decide(agent(), { by: otto, key, handle: 'otto' }, { keys: [], seats: [] }, at(now))
    expect(outcome.reply).to.deep.equal({ already: true, handle: 'otto' })
    expect(outcome.effects).to.equal(undefined)
  })
})

describe('another handle', () => {
  it('is picked by its holder or an agent’s human, and the same one changes nothing', () => {
    const ask = (by: Caller, who = agent({ human_id: 'hum_ada' }), handle = 'baker') =>
      rename.decide(who, { by, handle }, { known: undefined }, at(now))
    expect(ask(otto).reply).to.deep.equal({ handle: 'baker', previous_handle: 'otto' })
    expect(ask(ada).reply).to.deep.equal({ handle: 'baker', previous_handle: 'otto' })
    expect(ask(otto, agent(), 'otto').effects).to.deep.equal([])
    expect(decidedAs(() => ask(ada, agent()))).to.equal('not_found/not_your_agent')
    expect(decidedAs(() => ask({ ...subagent, id: 'agt_otto' }))).to.equal('forbidden/subagent')
  })

  it('ends the one that stands in the tables: its human’s new handle may have moved it', () => {
    const known = { id: 'agt_otto', kind: 'agent', handle: 'otto.new', suspended: false } as const
    const outcome = rename.decide(agent({ handle: 'otto.ada' }), { by: otto, handle: 'baker.new' }, { known }, at(now))
    expect(outcome.reply).to.deep.equal({ handle: 'baker.new', previous_handle: 'otto.new' })
    expect(rowsOf(outcome, 'handle.end').map(({ handle }) => handle)).to.deep.equal(['otto.new'])
  })
})

describe('a sub-agent', () => {
  const place = { id: 'thr_a', mode: 'open' as const, seat: 'member' as const, guests: false }
  const ask = (over: object = {}, facts: object = {}, by = otto) =>
    mintSubagent.decide(
      agent(),
      {
        by,
        id: 'agt_new',
        handle: 'helper',
        name: untrusted('Helper'),
        runs_on: 'Codex',
        key,
        threads: ['thr_a'],
        pads: [],
        rights: ['read', 'post'],
        hours: 24,
        ...over,
      },
      { own: credential(), keys: [], places: new Map([['thr_a', place]]), ...facts },
      at(now),
    )

  it('gets a key that ends with its parent’s and is made with it', () => {
    const outcome = ask({ hours: 168 })
    expect(outcome.reply).to.include({ key_expires_at: iso(now + days(3)), live: 1 })
    expect(rowsOf(outcome, 'credential.insert')[0]).to.deep.include({
      kind: 'sub_agent_key',
      minted_with: 'crd_old',
      limited_to: { threads: ['thr_a'], pads: [], rights: ['read', 'post'] },
    })
    expect(rowsOf(outcome, 'participant.insert')[0]).to.include({ parent_id: 'agt_otto' })
    expect(ask({ hours: 1 }).reply).to.include({ key_expires_at: iso(now + hours(1)) })
  })

  it('has no more than its parent, and no sub-agents of its own', () => {
    const pad = { ...place, id: 'pad_a', mode: 'checked' as const }
    const places = new Map([['pad_a', pad]])
    expect(decidedAs(() => ask({}, { places: new Map() }))).to.equal('forbidden/more_than_parent')
    expect(decidedAs(() => ask({ threads: [], pads: ['pad_a'], rights: ['edit'] }, { places }))).to.equal(
      'forbidden/more_than_parent',
    )
    expect(decidedAs(() => ask({ threads: [], pads: ['pad_a'], rights: ['propose'] }, { places }))).to.equal('agreed')
    expect(decidedAs(() => ask({}, {}, subagent))).to.equal('forbidden/subagent')
    expect(decidedAs(() => ask({}, { own: credential({ revoked: true }) }))).to.equal('unauthenticated/revoked')
  })

  it('is one of at most ten that live', () => {
    const live = (n: number, expires_at: number): LiveKey[] =>
      Array.from({ length: n }, (_, i) => ({
        id: `crd_${i}`,
        participant_id: `agt_${i}`,
        made_by: 'agt_otto',
        expires_at,
      }))
    expect(ask({}, { keys: live(9, now + 1) }).reply).to.include({ live: 10 })
    expect(decidedAs(() => ask({}, { keys: live(10, now + 1) }))).to.equal('rate_limited/subagents')
    expect(ask({}, { keys: live(10, now) }).reply).to.include({ live: 1 })
  })
})

describe('a key that runs out', () => {
  const mine: LiveKey = { id: 'crd_old', participant_id: 'agt_otto', made_by: 'agt_otto', expires_at: now + days(14) }
  const ask = (over: { keys?: LiveKey[]; told?: number } = {}, before = 14) =>
    keyExpiring.decide(
      agent(),
      { credential_id: 'crd_old', due: mine.expires_at - days(before) },
      { keys: [mine], told: undefined, fetched: 0, ...over },
      at(now),
    )

  it('is told once for each of 14, 3 and 1 days, and only for the last key', () => {
    const outcome = ask()
    expect(outcome.reply).to.deep.equal({ fired: true })
    expect(rowsOf(outcome, 'inbox_item.insert')[0]).to.include({ kind: 'key_expiring', reason: '14d', wakes: false })
    expect(outcome.wake).to.deep.equal({ version: 1, last_seq: 1 })
    expect(rowsOf(outcome, 'credential.expiry_told')).to.deep.equal([{ id: 'crd_old', expiry_told: 14 }])
    expect(ask({ told: 14 }).reply).to.deep.equal({ fired: false })
    expect(rowsOf(ask({ told: 14 }, 3), 'inbox_item.insert')[0]).to.include({ reason: '3d' })
    expect(ask({ told: 1 }, 3).reply).to.deep.equal({ fired: false })
    const longer = { ...mine, id: 'crd_new', expires_at: mine.expires_at + 1 }
    expect(ask({ keys: [mine, longer] }).reply).to.deep.equal({ fired: false })
    expect(ask({ keys: [] }).reply).to.deep.equal({ fired: false })
  })
})
