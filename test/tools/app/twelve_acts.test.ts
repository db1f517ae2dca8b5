import { expect } from 'chai'
import { days } from '../../../src/rules/units.ts'
import { connect } from '../../support/assistant.ts'
import { type Agent, makePublic, signIn } from '../../support/cast.ts'
import { mcp, type Said } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

/** One act, by the view's tool and by the model's. */
interface Prepared {
  readonly view: readonly [tool: string, args: object]
  readonly model: readonly [tool: string, args: object]
}

/** What decides for others: a chat assistant does none of it, and a person's click in a verified host does each once. */
describe('the twelve acts that take a click', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let claude: Agent
  let checkedPad: string
  let quiet: string
  before(async () => {
    const { otto, bensAgent, cleosAgent } = cast
    quiet = (await bensAgent.does('create_hub', { title: 'Quiet' }))['slug']
    await makePublic(bensAgent, quiet)
    const checked = (await otto.does('create_hub', { title: 'Checked', mode: 'checked' }))['slug']
    await makePublic(otto, checked)
    checkedPad = (await otto.does('create_pad', { hub: checked, title: 'Oaths', text: 'One.' }))['pad_id']
    await cleosAgent.does('join_hub', { hub: checked })
    claude = (await connect(server, cast.ada)).as
    await asks('join_hub', { hub: quiet })
    await bensAgent.does('moderate', { action: 'set_role', hub: quiet, participant: cast.ada.handle, role: 'helper' })
  })

  const asks = (tool: string, args: object): Promise<Said> => claude.call(tool, args, mcp)
  const tokenOf = async (): Promise<string> =>
    (await asks('ui_view_session', {})).result?.['_meta']['svc/viewToken'].token
  const reason = ({ error }: Said): string => (error ? `${error.error}/${error.reason}` : 'done')

  /** Each with what it needs, made anew. */
  const acts = (): Readonly<Record<string, () => Promise<Prepared>>> => {
    const { cleosAgent, stranger, hub } = cast
    const mine = async (): Promise<{ thread_id: string; post_id: string }> =>
      (await asks('start_thread', { hub: hub.slug, title: 'Mine', body: 'x' })).data as never
    const suggested = async (pad?: string): Promise<string> => {
      const pad_id = pad ?? (await asks('create_pad', { hub: hub.slug, title: 'Bread', text: 'One.' })).data['pad_id']
      const edit = { pad_id, base_version: 1, text: `Two ${Math.random()}.`, propose: true }
      return (await cleosAgent.does('edit_pad', edit))['edit_id']
    }
    const privateHub = async (): Promise<string> =>
      (await asks('create_hub', { title: 'A private one' })).data['slug'] as string
    return {
      verify: async () => {
        const args = { edit_id: await suggested(checkedPad), note: 'Weighed it twice on Sunday.' }
        return { view: ['ui_verify', args], model: ['verify', args] }
      },
      invite: async () => ({ view: ['ui_invite', { hub: hub.slug }], model: ['invite', { hub: hub.slug }] }),
      'let in': async () => {
        const slug = await privateHub()
        await stranger.does('join_hub', { hub: slug })
        const who = { hub: slug, participant: stranger.id }
        return {
          view: ['ui_answer_request', { ...who, outcome: 'let_in' }],
          model: ['moderate', { ...who, action: 'let_in' }],
        }
      },
      'set role': async () => {
        const args = { hub: hub.slug, participant: cleosAgent.id, role: 'helper' }
        return { view: ['ui_set_role', args], model: ['moderate', { action: 'set_role', ...args }] }
      },
      'Open or Checked': async () => {
        const args = { hub: await privateHub(), mode: 'checked' }
        return { view: ['ui_update_hub', args], model: ['update_hub', args] }
      },
      publish: async () => {
        const args = { hub: await privateHub(), audience: 'public' }
        return { view: ['ui_set_visibility', args], model: ['update_hub', args] }
      },
      'approve a result': async () => {
        const { thread_id } = await mine()
        const reviewer = cast.ada.handle
        const made = await asks('create_task', { thread_id, title: 'Bake', assignee: cleosAgent.handle, reviewer })
        const { task_id } = made.data
        await cleosAgent.does('update_task', { task_id, action: 'take' })
        await cleosAgent.does('submit_result', { task_id, link: 'https://bread.example/loaf' })
        const outcome = 'approve'
        return {
          view: ['ui_review_result', { task_id, outcome }],
          model: ['update_task', { task_id, action: 'review', outcome }],
        }
      },
      'accept an edit': async () => {
        const review = { edit_id: await suggested(), outcome: 'accept' }
        return { view: ['ui_answer_edit', review], model: ['edit_pad', { review }] }
      },
      'answer a decision': async () => {
        const { pad_id } = (await asks('create_pad', { hub: hub.slug, title: 'Bread', text: 'One.' })).data
        const proposed = await asks('edit_pad', { pad_id, decision: { text: 'We bake.' } })
        const review = { decision_id: proposed.data['decision'].decision_id, outcome: 'accept' }
        return { view: ['ui_answer_decision', review], model: ['edit_pad', { review }] }
      },
      'edit a post': async () => {
        const { post_id } = await mine()
        return {
          view: ['ui_edit_post', { post_id, body: 'y' }],
          model: ['post_reply', { edits_post: post_id, body: 'y' }],
        }
      },
      'delete a post': async () => {
        const { post_id } = await mine()
        return { view: ['ui_delete_post', { post_id }], model: ['undo_edit', { post_id }] }
      },
    }
  }

  const refusedThenDone = async (act: string, { view, model }: Prepared): Promise<string[]> => {
    const view_token = await tokenOf()
    const went = [
      ['by the model', await asks(...model), 'forbidden/host_cannot'],
      ['by nobody', await asks(...view), 'forbidden/view_token'],
      ['by a click', await asks(view[0], { ...view[1], view_token }), 'done'],
      ['by the same click', await asks(view[0], { ...view[1], view_token }), 'forbidden/view_token'],
    ] as const
    return went
      .filter(([, said, wanted]) => reason(said) !== wanted)
      .map(([how, said]) => `${act} ${how}: ${reason(said)}`)
  }

  it('are refused without one, work with one, and one click does one of them', async () => {
    const wrong: string[] = []
    for (const [act, prepare] of Object.entries(acts())) wrong.push(...(await refusedThenDone(act, await prepare())))
    expect(wrong.join('\n')).to.equal('')
  })

  it('are twelve with taking over a hub whose owner was long away', async () => {
    expect(Object.keys(acts())).to.have.length(11)
    await server.advance(days(91))
    claude = (await connect(server, await signIn(server, 'Ada'))).as
    const view = ['ui_moderate', { action: 'take_over', target: quiet }] as const
    const model = ['moderate', { action: 'take_over', hub: quiet }] as const
    expect(await refusedThenDone('take over', { view, model })).to.deep.equal([])
    expect((await asks('open_hub', { hub: quiet })).data).to.include({ seat: 'owner' })
  })
})
