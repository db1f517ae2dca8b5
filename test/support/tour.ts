import { type Agent, makePublic, type Person, register, signIn } from './cast.ts'
import type { Door, Said } from './doors.ts'
import type { TestServer } from './server.ts'

/** One call of the tour, with what it was answered. */
export interface Stop {
  readonly who: string
  readonly tool: string
  readonly args: object
  readonly said: Said
  /** everything this call could read was public */
  readonly isPublic: boolean
}

/** What participants write on the tour: words nothing of the service's own contains. */
export interface Words {
  /** stands in every body: posts, pads, notes, reasons, results */
  readonly body: string
  /** stands in every title and display name */
  readonly label: string
}

/**
 * Every tool, called by whom it is for and in every way it answers, in a public hub and in a private one: for suites
 * about what holds for every answer.
 */
export async function takeTour(server: TestServer, door: Door, words: Words): Promise<readonly Stop[]> {
  const stops: Stop[] = []
  const { body, label } = words
  const [ada, ben] = (await Promise.all(
    ['Ada', 'Ben'].map((name) => signIn(server, `${name}${label}${door.name}`)),
  )) as [Person, Person]
  const [otto, hal] = await Promise.all([ada.agent(`Otto ${label}`), ben.agent(`Hal ${label}`)])
  const stray = await register(server, `Stray ${label}`)
  let isPublic = false

  const ask = async (agent: Agent, tool: string, args: object = {}): Promise<Record<string, any>> => {
    const said = await agent.call(tool, args, door)
    stops.push({ who: agent.handle, tool, args, said, isPublic })
    return said.data
  }

  for (const audience of ['private', 'public'] as const) {
    isPublic = false
    const { slug } = await ask(otto, 'create_hub', {
      title: `Hub ${label}`,
      guide: body,
      front_pad_text: `# Front ${label}\n\n${body}`,
    })
    if (audience === 'public') await makePublic(otto, slug)
    isPublic = audience === 'public'
    await ask(hal, 'join_hub', { hub: slug, note: body })
    await ask(hal, 'join_hub', { hub: slug })
    if (!isPublic) {
      await ask(otto, 'show_svc', { after: 0 })
      await ask(otto, 'moderate', { action: 'let_in', hub: slug, participant: hal.id, note: body })
    }
    await ask(otto, 'update_hub', { hub: slug, guide: `${body} anew`, title: `Hub ${label} anew` })
    await ask(otto, 'invite', { hub: slug })

    const thread = await ask(otto, 'start_thread', {
      hub: slug,
      title: `Thread ${label}`,
      body: `@${hal.handle} ${body}`,
    })
    const { thread_id } = thread
    const post = await ask(hal, 'post_reply', { thread_id, body: `First ${body}` })
    await ask(otto, 'post_reply', {
      thread_id,
      body: `Second ${body}`,
      reply_to: post['post_id'],
      quote: { post_id: post['post_id'], text: body },
    })
    await ask(hal, 'post_reply', { edits_post: post['post_id'], body: `Other ${body}` })
    await ask(otto, 'react', { post_id: post['post_id'], reaction: 'agree' })

    const pad = await ask(otto, 'create_pad', {
      hub: slug,
      title: `Pad ${label}`,
      text: `# Part ${label}\n\nOne line.\n\n${body}`,
      note: body,
    })
    const { pad_id } = pad
    const { sections } = await ask(otto, 'open_pad', { pad_id, blocks: true, history: true })
    const section = sections?.[0]
    const line = section?.blocks?.at(-1)
    await ask(hal, 'edit_pad', {
      pad_id,
      edits: [{ block: line?.id, rev: line?.rev, text: `${body}s` }],
      note: body,
    })
    await ask(otto, 'edit_pad', { pad_id, inserts: [{ after: line?.id, text: body }], dry_run: true })
    await ask(otto, 'edit_pad', { pad_id, edits: [{ block: line?.id, rev: line?.rev, text: `${body}ish` }] })
    const live = await ask(otto, 'edit_pad', { pad_id, inserts: [{ after: line?.id, text: `${body} more` }] })
    const undone = await ask(otto, 'undo_edit', { edit_id: live['edit_id'], note: body })
    const suggested = await ask(hal, 'edit_pad', {
      pad_id,
      base_version: undone['version'],
      text: `# Part ${label}\n\nOne line.\n\n${body} suggested`,
      propose: true,
      note: body,
    })
    await ask(otto, 'edit_pad', { review: { edit_id: suggested['edit_id'], outcome: 'turn_down', note: body } })
    const question = await ask(hal, 'edit_pad', { pad_id, decision: { text: `${body} too`, reason: body } })
    await ask(hal, 'edit_pad', {
      pad_id,
      decision: { text: `${body} instead`, supersedes: question['decision']?.decision_id },
    })
    await ask(otto, 'edit_pad', {
      pad_id,
      decision: { text: body, reason: body, options: [body, 'Neither'], thread_id, section_id: section?.section_id },
    })
    await ask(otto, 'edit_pad', { resolves_thread: thread_id, answer_id: post['post_id'] })
    await ask(hal, 'verify', { pad_id, sections: [section?.section_id], note: body })
    const flag = await ask(otto, 'start_thread', {
      title: `Wrong ${label}`,
      body,
      pad_id,
      anchor_block: section?.section_id,
      flag_wrong: true,
      source: `https://source.example/${body.replaceAll(/\W/g, '')}`,
    })

    const task = await ask(otto, 'create_task', {
      thread_id,
      title: `Task ${label}`,
      details: body,
      assignee: hal.handle,
      reviewer: otto.handle,
      pad_id,
    })
    const { task_id } = task
    await ask(hal, 'update_task', { task_id, action: 'start' })
    await ask(hal, 'update_task', { task_id, action: 'block', note: body })
    await ask(hal, 'update_task', { task_id, action: 'unblock', note: body })
    await ask(hal, 'submit_result', {
      task_id,
      pad_id,
      link: `https://result.example/${body.replaceAll(/\W/g, '')}`,
      summary: body,
    })
    await ask(otto, 'update_task', { task_id, action: 'review', outcome: 'send_back', note: body })

    const extra = await ask(hal, 'post_reply', { thread_id, body: `To be hidden ${body}` })
    await ask(otto, 'report', { post_id: extra['post_id'], reason: 'spam', note: body })
    await ask(hal, 'undo_edit', { post_id: extra['post_id'] })

    await ask(otto, 'open_hub', { hub: slug })
    await ask(otto, 'open_hub', { hub: slug, members: true, log: true, type: 'pad' })
    await ask(hal, 'open_thread', { thread_id, members: true })
    await ask(hal, 'open_thread', { thread_id, after_seq: 1, limit: 1 })
    await ask(hal, 'open_thread', { thread_id: flag['thread_id'] })
    await ask(hal, 'open_pad', { pad_id })
    await ask(hal, 'open_pad', { pad_id, outline: true })
    await ask(hal, 'open_pad', { pad_id, since_version: 1 })
    await ask(hal, 'open_pad', { pad_id, sections: [section?.section_id] })
    await ask(hal, 'catch_up', { hub: slug, since: '2020-01-01T00:00:00Z', detail: 'text' })
    await ask(hal, 'catch_up', { thread_id })
    await ask(hal, 'catch_up', { pad_id, since: '2020-01-01T00:00:00Z' })
    await ask(hal, 'search_svc', { query: label, hub: slug })
    await ask(hal, 'search_svc', { query: `${body} in:posts`, hub: slug })
    await ask(hal, 'search_svc', { type: 'task', hub: slug })
    await ask(hal, 'search_svc', { query: 'nothingofthisname', hub: slug })

    await ask(otto, 'moderate', { action: 'settle_flag', thread_id: flag['thread_id'], outcome: 'not_wrong' })
    const covered = await ask(otto, 'moderate', {
      action: 'hide',
      post_id: post['post_id'],
      reason: 'off_topic',
      note: body,
    })
    await ask(otto, 'moderate', { action: 'show', entry: covered['entry'] })
    await ask(otto, 'moderate', { action: 'lock', thread_id: flag['thread_id'], note: body })
    await ask(otto, 'moderate', { action: 'set_role', hub: slug, participant: hal.handle, role: 'helper' })
    await ask(otto, 'moderate', { action: 'hide', level: 'hide', pad_id, reason: 'outdated' })
    await ask(otto, 'moderate', { action: 'hide', level: 'hide', thread_id: flag['thread_id'], reason: 'outdated' })
    for (const [tool, args] of [
      ['open_pad', { pad_id }],
      ['open_thread', { thread_id: flag['thread_id'] }],
    ] as const)
      stops.push({ who: otto.handle, tool, args, said: await otto.call(tool, args, door), isPublic: false })
    await ask(otto, 'moderate', { action: 'show', pad_id })
    await ask(otto, 'moderate', { action: 'show', thread_id: flag['thread_id'] })
    await ask(otto, 'undo_everything', { hub: slug, participant: hal.handle, dry_run: true })
    await ask(otto, 'undo_everything', { hub: slug, participant: hal.handle, reason: 'spam', note: body })
  }

  isPublic = false
  await ask(otto, 'catch_up', { since: '2020-01-01T00:00:00Z', detail: 'text' })
  const dm = await ask(otto, 'start_dm', { to: hal.handle, body })
  await ask(hal, 'respond_to_dm', { dm_id: dm['dm_id'], action: 'block' })
  await ask(hal, 'respond_to_dm', { dm_id: dm['dm_id'], action: 'unblock' })
  await ask(hal, 'list_dms')
  await ask(hal, 'list_dms', { dm_id: dm['dm_id'] })
  const spoken = await ask(otto, 'post_reply', { dm_id: dm['dm_id'], body: `${body} between us` })
  await ask(hal, 'react', { post_id: spoken['post_id'], reaction: 'seen' })

  await server.landed()
  for (const agent of [otto, hal, stray]) {
    await ask(agent, 'show_svc')
    await ask(agent, 'show_svc', { after: 0, limit: 100, ack_items: [1] })
  }
  await ask(otto, 'show_svc', { after: 0, lease: 60 })
  await ask(otto, 'set_handle', { handle: `otto-${door.name.toLowerCase()}` })
  await ask(otto, 'mint_subagent', { name: `Sub ${label}`, threads: [String(threadsOf(stops).at(-1))] })
  await ask(otto, 'rotate_key')
  await ask(stray, 'link', { action: 'new' })
  const { body: code } = await ada.settings('link-code')
  await ask(stray, 'link', { action: 'code', code: code['line'] })
  await ask(stray, 'link', { action: 'unlink' })
  return stops
}

const threadsOf = (stops: readonly Stop[]): readonly string[] =>
  stops.filter(({ tool }) => tool === 'start_thread').map(({ said }) => said.data['thread_id'])
