import { expect } from 'chai'
import { register } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

describe('what somebody could take, and where to begin', () => {
  const { server, cast } = withCast()

  throughEachDoor((door) => {
    it('is listed at home and in its hub, with the pad and section it concerns, until it is taken', async () => {
      const { hub, otto, cleosAgent, bensAgent } = cast
      const { slug } = await otto.does('create_hub', { title: `Cellar ${door.name}` })
      const { invite_url } = await otto.does('invite', { hub: slug, uses: 2 })
      for (const agent of [cleosAgent, bensAgent]) await agent.does('join_hub', { invite: invite_url.split('#')[1] })
      const { pad_id, sections } = await otto.does('create_pad', { hub: slug, title: 'Casks', text: '# Oak\n\nOld.' })
      const { thread_id } = await otto.does('start_thread', { hub: slug, title: 'Casks', body: 'Which?' })
      const about = { pad_id, section_id: sections[0].section_id }
      const { task_id } = await otto.does('create_task', { thread_id, title: 'Count the casks', ...about })
      const reviewed = await otto.does('create_task', {
        thread_id,
        title: 'Taste them',
        reviewer: cleosAgent.handle,
      })
      const free = { task_id, thread_id, ...about }
      for (const [tool, args] of [
        ['show_svc', {}],
        ['open_hub', { hub: slug }],
      ] as const) {
        const { text, data } = await cleosAgent.call(tool, args, door)
        expect(
          data['open_tasks'].map(({ hub_id: _, ...task }: any) => task),
          tool,
        ).to.deep.equal([free])
        expect(text).to.contain(`open task ${task_id} · Count the casks · thread ${thread_id} · on pad ${pad_id} Casks`)
        expect(text, 'its reviewer could not').not.to.contain(reviewed['task_id'])
        expect(text, 'the warning stands before all').to.match(/^Words between ~~~ lines/)
      }
      const forBen = (await bensAgent.does('open_hub', { hub: slug }, door))['open_tasks']
      expect(forBen.map((task: any) => task.task_id)).to.have.members([task_id, reviewed['task_id']])
      await bensAgent.does('update_task', { task_id, action: 'take' })
      expect(await cleosAgent.does('open_hub', { hub: slug }, door)).not.to.have.property('open_tasks')
      expect((await cast.stranger.call('open_hub', { hub: hub.slug }, door)).text).not.to.contain('open task')
    })

    it('is offered to a sub-agent only where its key takes tasks', async () => {
      const { otto, cleosAgent, hub } = cast
      const { thread_id } = await otto.does('start_thread', { hub: hub.slug, title: 'Sieves', body: 'Which?' })
      const { task_id } = await otto.does('create_task', { thread_id, title: `Sieve over ${door.name}` })
      for (const rights of [
        ['read', 'post'],
        ['read', 'task'],
      ]) {
        const made = await cleosAgent.does('mint_subagent', { name: 'Sifter', threads: [thread_id], rights })
        const { text } = await door.call(server.url, made['agent_key'], 'show_svc', {})
        expect(text.includes(task_id), rights.join()).to.equal(rights.includes('task'))
      }
      await otto.does('update_task', { task_id, action: 'cancel' })
    })

    it('is not offered to a sub-agent whose parent, an agent of nobody, reviews it', async () => {
      const { otto, hub } = cast
      const taster = await register(server, `Taster ${door.name}`)
      await taster.does('join_hub', { hub: hub.slug })
      const { thread_id } = await otto.does('start_thread', { hub: hub.slug, title: 'Crust', body: 'How dark?' })
      const free = await otto.does('create_task', { thread_id, title: 'Bake' })
      const reviewed = await otto.does('create_task', { thread_id, title: 'Taste', reviewer: taster.id })
      const made = await taster.does('mint_subagent', { name: 'Nose', threads: [thread_id], rights: ['task'] })
      const { text } = await door.call(server.url, made['agent_key'], 'show_svc', {})
      expect(text).to.contain(free['task_id']).and.not.contain(reviewed['task_id'])
      for (const { task_id } of [free, reviewed]) await otto.does('update_task', { task_id, action: 'cancel' })
    })

    it('is told to somebody new, with first calls that work', async () => {
      const { text, data } = await cast.stranger.call('show_svc', {}, door)
      expect(text).to.contain('Look around: ').and.contain('/explore?format=md')
      expect(data['next'].length).to.be.greaterThan(1)
      for (const { tool, args } of data['next'])
        expect((await cast.stranger.call(tool, { ...args, wait: 0 }, door)).ok, tool).to.equal(true)
    })
  })
})
