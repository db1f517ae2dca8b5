import { expect } from 'chai'
import { mint } from '../../../src/rules/ids.ts'
import { hours, minutes } from '../../../src/rules/units.ts'
import type { Agent } from '../../support/cast.ts'
import { hears } from '../../support/hearing.ts'
import { withCast, oneStory } from '../../support/here.ts'
import { makesPad, makesTask, startsThread } from '../../support/made.ts'
import { until } from '../../support/until.ts'

/** undo_everything over a bit of all there is, and the way back after others went on. */
describe('a batch of undoing and its way back', () => {
  const { server, cast } = withCast()
  let otto: Agent
  let ben: Agent
  let cleo: Agent
  let mallory: Agent
  let hub: string
  let batch: string
  let logEntry: string
  const of: Record<string, string> = {}

  before(async () => {
    ;({ otto, bensAgent: ben, cleosAgent: cleo } = cast)
    mallory = await cast.cleo.agent('Mallory')
    hub = cast.hub.slug
    await mallory.does('join_hub', { hub })
  })

  oneStory()

  const textOf = async (pad_id: string) => (await otto.call('open_pad', { pad_id })).text
  const tasks = async () => {
    const { tasks } = await otto.does('open_thread', { thread_id: of['talk'] })
    return new Map<string, any>(tasks.map((task: any) => [task.task_id, task]))
  }
  const foldOf = async (post_id: string) => {
    const { posts } = await otto.does('open_thread', { thread_id: of['talk'] })
    const { folded, hidden } = posts.find(({ id }: any) => id === post_id)
    return hidden ? 'hidden' : (folded ?? 'shown')
  }
  const logged = async (entry: string) => {
    const { text } = await otto.call('open_hub', { hub, log: true })
    return text.split('\n').find((line) => line.includes(entry)) ?? ''
  }

  it('begins with everything that somebody can do', async () => {
    const say = async (agent: Agent, body: string) =>
      (await agent.does('post_reply', { thread_id: of['talk'], body }))['post_id'] as string
    of['talk'] = await startsThread(otto, { hub, title: 'Talk', body: 'How is the dough?' })
    of['spam'] = await startsThread(mallory, { hub, title: 'Ovens', body: 'Ovens for all' })
    for (const name of ['plain', 'folded', 'later']) of[name] = await say(mallory, `Words that are ${name}`)
    await ben.does('moderate', { action: 'hide', post_id: of['folded'], reason: 'off_topic' })
    await say(cleo, 'Mine stays.')

    const pad = async (name: string, text: string) => (of[name] = await makesPad(otto, { hub, title: name, text }))
    const edits = async (agent: Agent, name: string, text: string) => {
      const { latest_version } = await agent.does('open_pad', { pad_id: of[name], outline: true })
      return agent.does('edit_pad', { pad_id: of[name], base_version: latest_version, text })
    }
    await pad('clean', 'Flour\n\nWater')
    await edits(mallory, 'clean', 'Flour\n\nWater\n\nOvens')
    await edits(mallory, 'clean', 'Flour\n\nWater\n\nOvens\n\nMore ovens')
    await pad('overtaken', 'Salt')
    await edits(mallory, 'overtaken', 'Ovens')
    await pad('built', 'One')
    await edits(mallory, 'built', 'One\n\nTwo and ovens')
    await edits(cleo, 'built', 'One\n\nEntirely other words')
    await pad('unseen', 'Three')
    await edits(mallory, 'unseen', 'Three\n\nFour')
    await otto.does('moderate', { action: 'hide', level: 'hide', pad_id: of['unseen'] })

    await server.advance(minutes(1))
    await otto.does('moderate', { action: 'show', post_id: of['plain'] })
    const task = async (name: string) =>
      (of[name] = await makesTask(otto, { thread_id: of['talk'], title: name, assignee: mallory.id }))
    for (const name of ['assigned', 'working', 'blocked', 'snatched', 'finished']) await task(name)
    const move = (name: string, action: string, more = {}) =>
      mallory.does('update_task', { task_id: of[name], action, ...more })
    await move('working', 'start')
    await move('snatched', 'take')
    await move('blocked', 'take')
    await move('blocked', 'block', { note: 'No yeast in the house' })
    await mallory.does('submit_result', { task_id: of['finished'], link: 'https://bread.example/done' })

    await otto.does('update_hub', { hub, mode: 'checked' })
    const suggest = async (text: string) =>
      (await mallory.does('edit_pad', { pad_id: of['clean'], base_version: 1, text, propose: true }))['edit_id']
    of['suggestion'] = await suggest('Flour and ovens\n\nWater')
    const decided = await mallory.does('edit_pad', { pad_id: of['clean'], decision: { text: 'Ovens it is.' } })
    expect(decided['decision']).to.include({ status: 'proposed' })
    of['decision'] = decided['decision'].decision_id
    await otto.does('update_hub', { hub, mode: 'open' })
  })

  it('dry_run returns the very numbers of the real run, and the job does as many', async () => {
    await server.advance(hours(1))
    const asked = { hub, participant: `@${mallory.handle}`, reason: 'promotion' }
    const { dry_run, ...counted } = await ben.does('undo_everything', { ...asked, dry_run: true })
    expect(dry_run).to.equal(true)
    expect(counted).to.include({
      edits_undone: 3,
      suggestions_withdrawn: 1,
      decisions_withdrawn: 1,
      posts_hidden: 4,
      tasks_reopened: 4,
    })
    expect(counted['edits_kept'].map(({ reason }: any) => reason).toSorted()).to.deep.equal(['built_on', 'pad_hidden'])
    expect(await foldOf(of['plain'] as string), 'counting changes nothing').to.equal('shown')

    const { batch_id, ...done } = await ben.does('undo_everything', asked)
    expect(done).to.deep.equal(counted)
    batch = batch_id
    const [act] = await server.sql`select id from act where batch_id = ${batch} and action = 'undo_everything'`
    logEntry = act?.['id']
    await until(async () => /14 of 14 done(?!, going on)/.test(await logged('undo_everything')), 'the job is done')
    const rows = await server.sql`
      select kind, count(*)::int as n from undo_item where batch_id = ${batch} group by kind`
    const byKind = Object.fromEntries(rows.map(({ kind, n }) => [kind, n]))
    expect(byKind).to.deep.equal({ post: 4, thread: 1, task: 4, edit: 3, suggestion: 1, decision: 1 })

    expect(await textOf(of['clean'] as string)).not.to.contain('ovens')
    const after = await tasks()
    for (const name of ['assigned', 'working', 'blocked', 'snatched']) {
      expect(after.get(of[name] as string), name)
        .to.include({ state: 'open' })
        .and.not.to.have.property('assignee_id')
    }
    const again = await ben.does('undo_everything', { ...asked, dry_run: true })
    expect(again).to.include({ edits_undone: 0, posts_hidden: 0, tasks_reopened: 0, suggestions_withdrawn: 0 })
  })

  it('what others did since stays; all else comes back as it was, and the log says what did not', async () => {
    await server.advance(minutes(5))
    await cleo.does('update_task', { task_id: of['snatched'], action: 'take' })
    await ben.does('moderate', { action: 'hide', level: 'hide', post_id: of['later'], reason: 'abuse' })
    // where the batch put the old words back, somebody writes new ones
    const { latest_version } = await ben.does('open_pad', { pad_id: of['overtaken'], outline: true })
    await ben.does('edit_pad', { pad_id: of['overtaken'], base_version: latest_version, text: 'Sugar' })

    const back = await otto.does('moderate', { action: 'show', entry: batch })
    expect(back).to.include({ status: 'shown', action: 'show' })
    await until(async () => / brought back(?!, \d+ to come)/.test(await logged(back['entry'])), 'all of it is back')
    of['back'] = back['entry']

    expect(await foldOf(of['plain'] as string)).to.equal('shown')
    expect(await foldOf(of['folded'] as string), 'as folded as it was').to.equal('off_topic')
    expect(await foldOf(of['later'] as string), 'hidden again by a helper, for another reason').to.equal('hidden')
    expect(await otto.does('open_thread', { thread_id: of['spam'] })).to.include({ status: 'open' })
    expect(await textOf(of['clean'] as string)).to.contain('More ovens')

    const after = await tasks()
    expect(after.get(of['assigned'] as string)).to.include({ state: 'assigned', assignee_id: mallory.id })
    expect(after.get(of['working'] as string)).to.include({ state: 'working', assignee_id: mallory.id, claim: 1 })
    expect(after.get(of['blocked'] as string)).to.include({ state: 'blocked', assignee_id: mallory.id })
    expect(after.get(of['snatched'] as string)).to.include({ state: 'taken', assignee_id: cleo.id, claim: 2 })
    expect((await otto.call('open_thread', { thread_id: of['talk'] })).text).to.contain('No yeast in the house')
    await hears(mallory, 'assigned', { task_id: of['working'], task_state: 'working' })
    // the claim she held is good again
    await mallory.does('submit_result', { task_id: of['working'], link: 'https://bread.example/w', claim: 1 })

    const { suggestions, decisions } = await otto.does('open_pad', { pad_id: of['clean'], history: true })
    expect(suggestions.map(({ edit_id }: any) => edit_id)).to.deep.equal([of['suggestion']])
    expect(decisions).to.deep.include.members([{ ...decisions[0], decision_id: of['decision'], status: 'proposed' }])
    const line = await logged(back['entry'])
    expect(line).to.contain('left as they are')
    for (const kept of ['1 task', '1 post', '1 edit']) expect(line).to.contain(kept)
    expect(await textOf(of['overtaken'] as string))
      .to.contain('Sugar')
      .and.not.to.contain('Ovens')
    await ben.does('edit_pad', { review: { edit_id: of['suggestion'], outcome: 'turn_down' } })
  })

  it('is taken back once, by owner and helpers only', async () => {
    expect((await cleo.call('moderate', { action: 'show', entry: batch })).error).to.include({ reason: 'needs_helper' })
    expect((await cast.stranger.call('moderate', { action: 'show', entry: batch })).error).to.include({
      error: 'forbidden',
    })
    const before = await textOf(of['overtaken'] as string)
    for (const entry of [batch, logEntry]) {
      const again = await otto.does('moderate', { action: 'show', entry })
      expect(again).to.include({ status: 'shown', already: true }).and.not.have.property('entry')
    }
    await server.landed()
    expect(await textOf(of['overtaken'] as string)).to.equal(before)
  })

  it('is kept as numbers an hour later: the log says of it what it said', async () => {
    const items = () => server.sql`select from undo_item where batch_id = ${batch}`
    const lines = async () => [await logged(logEntry), await logged(of['back'] as string)]
    const before = await lines()
    expect(before[1]).to.contain('1 edit')
    await server.fires()
    expect(await items()).not.to.have.length(0)
    await server.advance(hours(1) + 1)
    await server.fires()
    expect(await items()).to.have.length(0)
    expect(await lines()).to.deep.equal(before)
  })

  const ways: Readonly<Record<string, (gone: Agent) => Promise<unknown>>> = {
    'was suspended': ({ id }) =>
      server.sql`update participant set suspended_at = ${new Date(server.parts.clock.now())} where id = ${id}`,
    'was removed': ({ id }) => otto.does('moderate', { action: 'remove', hub, participant: id }),
    left: (gone) => gone.does('moderate', { action: 'remove', hub, participant: gone.id }),
  }
  for (const [how, goes] of Object.entries(ways))
    it(`gives no task back to whoever can do no work any more: who ${how}`, async () => {
      const gone = await cast.cleo.agent('Mallory who goes')
      await gone.does('join_hub', { hub })
      const task_id = await makesTask(otto, { thread_id: of['talk'], title: 'Sift', assignee: gone.id })
      const { batch_id } = await otto.does('undo_everything', { hub, participant: gone.id })
      await until(async () => (await tasks()).get(task_id)?.state === 'open', 'it is taken from them')
      await goes(gone)
      const { entry } = await otto.does('moderate', { action: 'show', entry: batch_id })
      await until(async () => / left as they are|1 task/.test(await logged(entry)), 'all of it is back')
      expect((await tasks()).get(task_id))
        .to.include({ state: 'open' })
        .and.not.have.property('assignee_id')
    })

  it('stops where it is when it is taken back in the middle, and leaves nothing hidden', async () => {
    const many = await cast.cleo.agent('Mallory of many')
    await many.does('join_hub', { hub })
    const threads: string[] = []
    for (let n = 0; n < 5; n++) {
      const { thread_id } = await otto.does('start_thread', { hub, title: `Many ${n}`, body: `Words ${n}` })
      threads.push(thread_id as string)
      const now = server.parts.clock.now()
      const rows = Array.from({ length: 400 }, (_, at) => ({
        id: mint('post', now),
        thread_id,
        seq: at + 2,
        author_id: many.id,
        body: `Ovens ${at}`,
        created_at: new Date(now),
      }))
      await server.sql`insert into post ${server.sql(rows)}`
    }
    await server.advance(minutes(1))
    const { batch_id, posts_hidden } = await otto.does('undo_everything', { hub, participant: many.id })
    expect(posts_hidden).to.equal(2_000)
    const back = await otto.does('moderate', { action: 'show', entry: batch_id })
    await server.landed()
    const [left] = await server.sql`
      select count(*)::int as items, count(*) filter (where back is distinct from 'restored')::int as waiting
      from undo_item where batch_id = ${batch_id}`
    expect(left?.['waiting']).to.equal(0)
    const folds =
      await server.sql`select 1 from fold join post on post.id = target_id where thread_id = any(${threads})`
    expect(folds).to.have.length(0)
    expect(await logged(back['entry'])).to.contain(`${left?.['items']} brought back`)
  })
})
