import { expect } from 'chai'
import { hours } from '../../../src/rules/units.ts'
import type { Agent } from '../../support/cast.ts'
import { withCast } from '../../support/here.ts'
import { makesPad, startsThread } from '../../support/made.ts'
import { until } from '../../support/until.ts'

describe('undo_everything: decisions, disputes, and a stretch of time', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let hub: string

  before(async () => {
    hub = cast.hub.slug
  })

  const joined = async (name: string): Promise<Agent> => {
    const one = await cast.cleo.agent(name)
    await one.does('join_hub', { hub })
    return one
  }
  const padWith = (text: string): Promise<string> => makesPad(cast.otto, { hub, title: 'Bread', text })
  const decide = async (who: Agent, pad_id: string, text: string, more: object = {}): Promise<string> =>
    (await who.does('edit_pad', { pad_id, decision: { text, ...more } }))['decision'].decision_id
  const standing = async (pad_id: string): Promise<Record<string, string>> => {
    const { decisions = [] } = await cast.otto.does('open_pad', { pad_id })
    return Object.fromEntries(decisions.map(({ decision_id, status }: any) => [decision_id, status]))
  }
  const ended = async (batch: string) =>
    (await server.sql`select from undo_batch where id = ${batch} and ended_at is not null`).length === 1

  it('withdraws what somebody proposed and leaves what was decided; what it withdrew waits again once it is back', async () => {
    const mallory = await joined('Mallory')
    const pad_id = await padWith('Rye.')
    const good = await decide(cast.otto, pad_id, 'We bake rye.')
    const made = await decide(mallory, pad_id, 'We bake wheat.', { supersedes: good })
    const asked = { pad_id, propose: true, decision: { text: 'We bake nothing.', supersedes: made } }
    const waits = (await mallory.does('edit_pad', asked))['decision'].decision_id
    const before = { [good]: 'superseded', [made]: 'decided', [waits]: 'proposed' }
    expect(await standing(pad_id)).to.deep.equal(before)
    const args = { hub, participant: mallory.id }
    const dry = await cast.otto.does('undo_everything', { ...args, dry_run: true })
    expect(dry['decisions_withdrawn']).to.equal(1)
    const { batch_id, decisions_withdrawn } = await cast.otto.does('undo_everything', args)
    expect(decisions_withdrawn).to.equal(1)
    await until(() => ended(batch_id), 'the end of the batch')
    expect(await standing(pad_id)).to.deep.equal({ ...before, [waits]: 'withdrawn' })
    await cast.otto.does('moderate', { action: 'show', hub, entry: batch_id })
    await until(async () => (await standing(pad_id))[waits] === 'proposed', 'it to be back')
    expect(await standing(pad_id)).to.deep.equal(before)
    await cast.otto.does('edit_pad', { review: { decision_id: waits, outcome: 'accept' } })
    expect(await standing(pad_id)).to.deep.equal({ [good]: 'superseded', [made]: 'superseded', [waits]: 'decided' })
  })

  it('brings back as decided what an earlier release withdrew though it was decided, and what that had replaced goes', async () => {
    const chainer = await joined('Chainer')
    const pad_id = await padWith('A chain.')
    const good = await decide(cast.otto, pad_id, 'We bake rye.')
    const one = await decide(chainer, pad_id, 'Ovens.', { supersedes: good })
    const two = await decide(chainer, pad_id, 'More ovens.', { supersedes: one })
    const before = { [good]: 'superseded', [one]: 'superseded', [two]: 'decided' }
    const { batch_id } = await cast.otto.does('undo_everything', { hub, participant: chainer.id })
    await until(() => ended(batch_id), 'the end of the batch')
    const { sql } = server
    await sql`
      insert into undo_item (batch_id, id, kind, place_id, at, before)
      select ${batch_id}, id, 'decision', pad_id, ${new Date(0)},
        jsonb_strip_nulls(jsonb_build_object('status', status, 'superseded_by', superseded_by,
          'answered_by', answered_by, 'answered_at', answered_at, 'replaced', jsonb_build_array(
            jsonb_build_object('id', supersedes, 'answered_by', author_id, 'answered_at', at))))
      from decision where id in ${sql([one, two])}`
    await sql`
      update decision set status = 'withdrawn', superseded_by = null, answered_at = ${new Date(0)}
      where id in ${sql([one, two])}`
    await sql`update decision set status = 'decided', superseded_by = null where id = ${good}`
    await cast.otto.does('moderate', { action: 'show', hub, entry: batch_id })
    await until(async () => (await standing(pad_id))[two] === 'decided', 'it to be back')
    expect(await standing(pad_id)).to.deep.equal(before)
    const links = await sql`select id, superseded_by as by from decision where id in ${sql([good, one])}`
    expect(Object.fromEntries(links.map(({ id, by }) => [id, by]))).to.deep.equal({ [good]: one, [one]: two })
  })

  it('settles the disputes that this id raised, and no other; taken back they are open again', async () => {
    const liar = await joined('Liar')
    const pad_id = await padWith('# Rye\n\nDark.\n\n# Wheat\n\nWhite.\n\n# Oats\n\nRolled.')
    const outline = await cast.otto.does('open_pad', { pad_id, outline: true })
    const [rye, wheat, oats] = outline['sections'].map(({ section_id }: any) => section_id)
    const flag = (who: Agent, anchor_block: string) =>
      who.does('start_thread', {
        pad_id,
        title: 'Wrong',
        body: 'No.',
        anchor_block,
        flag_wrong: true,
        source: 'a book',
      })
    await flag(liar, rye)
    await flag(liar, wheat)
    await flag(cast.bensAgent, wheat)
    const { thread_id } = await flag(liar, oats)
    // folding it settles nothing
    await cast.otto.does('moderate', { action: 'hide', thread_id, reason: 'spam' })
    const statuses = async () =>
      (await cast.otto.does('open_pad', { pad_id }))['sections'].map(({ status }: any) => status)
    expect(await statuses()).to.deep.equal(['disputed', 'disputed', 'disputed'])
    const { batch_id } = await cast.otto.does('undo_everything', { hub, participant: liar.id })
    await until(() => ended(batch_id), 'the end of the batch')
    await until(async () => (await statuses())[0] === 'settled', 'the first to be settled')
    await until(async () => (await statuses())[2] === 'settled', 'the folded one to be settled')
    expect(await statuses()).to.deep.equal(['settled', 'disputed', 'settled'])
    await cast.otto.does('moderate', { action: 'show', hub, entry: batch_id })
    await until(async () => (await statuses())[0] === 'disputed', 'it to be back')
    await until(async () => (await statuses())[2] === 'disputed', 'the folded one to be back')
    expect(await cast.otto.does('open_thread', { thread_id })).to.include({ status: 'folded', dispute: 'open' })
  })

  it('takes back only what was done since and until, and says so before', async () => {
    const gone = await joined('Gone Wrong')
    const pad_id = await padWith('One.')
    const thread_id = await startsThread(cast.otto, { hub, title: 'Talk', body: 'Go on.' })
    const says = (body: string) => gone.does('post_reply', { thread_id, body })
    const proposes = async (text: string): Promise<string> =>
      (await gone.does('edit_pad', { pad_id, propose: true, decision: { text } }))['decision'].decision_id
    const suggests = async (text: string): Promise<string> =>
      (await gone.does('edit_pad', { pad_id, propose: true, inserts: [{ after: 'start', text }] }))['edit_id']
    const takes = async (title: string): Promise<string> => {
      const { task_id } = await cast.otto.does('create_task', { thread_id, title })
      await gone.does('update_task', { task_id, action: 'take' })
      return task_id
    }
    const stateOf = async (task: string) =>
      (await server.sql`select state from task where id = ${task}`)[0]?.['state'] as string
    const waits = async (): Promise<string[]> =>
      (await cast.otto.does('open_pad', { pad_id }))['suggestions'].map(({ edit_id }: any) => edit_id)
    const at = async () => new Date(server.parts.clock.now()).toISOString()
    const tookEarly = await takes('Early')
    const suggestedEarly = await suggests('Early.')
    await says('before')
    await gone.does('edit_pad', { pad_id, inserts: [{ after: 'start', text: 'Before.' }] })
    const early = await proposes('Before')
    await server.advance(hours(1))
    const since = await at()
    await says('within')
    await gone.does('edit_pad', { pad_id, inserts: [{ after: 'start', text: 'Within.' }] })
    const within = await proposes('Within')
    const tookWithin = await takes('Within')
    await suggests('Within, too.')
    await server.advance(hours(1))
    const upTo = await at()
    await server.advance(hours(1))
    await says('after')
    await gone.does('edit_pad', { pad_id, inserts: [{ after: 'start', text: 'After.' }] })
    const args = { hub, participant: gone.id, since, until: upTo }
    const dry = await cast.bensAgent.does('undo_everything', { ...args, dry_run: true })
    const counted = { suggestions_withdrawn: 1, tasks_reopened: 1, decisions_withdrawn: 1 }
    expect(dry).to.include({ edits_undone: 1, posts_hidden: 1, ...counted })
    const real = await cast.bensAgent.does('undo_everything', args)
    expect(real).to.include({ edits_undone: 1, posts_hidden: 1, ...counted })
    await until(() => ended(real['batch_id']), 'the end of the batch')
    const { text } = await cast.stranger.call('open_thread', { thread_id })
    expect(text).to.contain('before').and.contain('after').and.not.contain('within')
    const pad = (await cast.otto.call('open_pad', { pad_id })).text
    expect(pad).to.contain('Before.').and.contain('After.').and.not.contain('Within.')
    expect(await standing(pad_id)).to.deep.equal({ [early]: 'proposed', [within]: 'withdrawn' })
    expect(await waits()).to.deep.equal([suggestedEarly])
    expect([await stateOf(tookEarly), await stateOf(tookWithin)]).to.deep.equal(['taken', 'open'])
  })

  it('refuses what is no time, or ends before it begins', async () => {
    const args = { hub, participant: cast.stranger.id, dry_run: true }
    for (const wrong of [{ since: 'yesterday' }, { since: '2026-09-24T10:00:00Z', until: '2026-09-24T09:00:00Z' }]) {
      const { error } = await cast.otto.call('undo_everything', { ...args, ...wrong })
      expect(error).to.include({ error: 'invalid', reason: 'since' })
      expect(error?.message).to.contain('2026-09-24T10:15:00Z')
    }
    // a host's word for what its model left out must not take back everything
    for (const narrowed of [{ since: 'undefined' }, { until: 'None' }, { key: 'null' }])
      expect(await cast.otto.refused('undo_everything', { ...args, ...narrowed }), JSON.stringify(narrowed)).to.match(
        /^invalid\//,
      )
  })

  it('is not needed for one decision: owner, helper and whoever recorded it withdraw it, nobody else', async () => {
    const writer = await joined('Writer')
    const pad_id = await padWith('Two.')
    const withdraw = (who: Agent, decision_id: string) =>
      who.call('edit_pad', { review: { decision_id, outcome: 'withdraw' } })
    const [first, second] = [await decide(writer, pad_id, 'First'), await decide(writer, pad_id, 'Second')]
    expect((await withdraw(await joined('Other'), first)).error).to.include({ error: 'forbidden' })
    expect((await withdraw(cast.bensAgent, first)).data['reviewed']).to.include({ outcome: 'withdrawn' })
    expect((await withdraw(writer, second)).ok).to.equal(true)
    expect(await standing(pad_id)).to.deep.equal({ [first]: 'withdrawn', [second]: 'withdrawn' })
  })
})
