import { expect } from 'chai'
import { allowance, cooldown, pace, reads, registration } from '../../../src/rules/limits.ts'
import type { Agent } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

describe('show_svc with limits', () => {
  const { server, cast } = withCast()

  throughEachDoor((door) => {
    const standing = async (agent: Agent) => {
      const { text, data } = await agent.call('show_svc', { limits: true }, door)
      const named = new Map<string, any>(data['limits'].map((one: any) => [one.name, one]))
      for (const { name, limit, remaining } of named.values())
        expect(text).to.contain(`- ${name}: ${remaining} of ${limit} left in`)
      return { text, data, of: (name: string) => named.get(name) }
    }

    it('says what is used and left of each, and when it comes back', async () => {
      const before = await standing(cast.stranger)
      const pool = before.of('unlinked agent')
      expect(pool).to.include({ limit: allowance.unlinkedAgent.limit, per_seconds: 86_400 })
      await cast.stranger.does('join_hub', { hub: cast.hub.slug })
      const body = 'A word about bread.'
      const started = await cast.stranger.does('start_thread', { hub: cast.hub.slug, title: 'Bread', body })
      await cast.stranger.does('react', { post_id: started['post_id'], reaction: 'seen' })
      const made = await cast.stranger.does('create_pad', { hub: cast.hub.slug, title: 'Bread', text: 'x'.repeat(700) })
      const after = await standing(cast.stranger)
      expect(after.of('unlinked agent').used).to.equal(pool.used + 2)
      expect(after.of('unlinked agent').resets_at).to.equal(made['allowance'].resets_at)
      expect(after.of('writes').remaining).to.equal(before.of('writes').remaining - 4)
      expect(after.of('reactions').used).to.equal(before.of('reactions').used + 1)
      expect(after.of('joins without email').used).to.equal(before.of('joins without email').used + 1)
      expect(after.of('pad characters').used).to.equal(before.of('pad characters').used + 700)
      expect(after.of('pad characters').remaining).to.equal(pace.padCharacters.limit - after.of('pad characters').used)
      expect(after.of('agent reads').used).to.be.greaterThan(before.of('agent reads').used)
    })

    it('counts each read once, also where whoever was named is nobody', async () => {
      const { otto } = cast
      const read = async () => (await standing(otto)).of('agent reads').used
      const before = await read()
      expect((await otto.call('list_dms', { dm_id: '@nobody.there' }, door)).error).to.include({ error: 'not_found' })
      expect(await read()).to.equal(before + 2)
      await otto.call('list_dms', { dm_id: `@${cast.bensAgent.handle}` }, door)
      expect(await read()).to.equal(before + 4)
    })

    it('says first that writing is off, and until when', async () => {
      const { clock, windows } = server.parts
      const until = clock.now() + cooldown.lasts
      const said = new Date(until).toISOString()
      for (let n = 1; n <= cooldown.refusals.limit; n++) {
        const off = await windows.coolDown(cast.cleosAgent.id, `refusal ${n}`, cooldown.refusals, clock.now(), until)
        expect(off).to.equal(n === cooldown.refusals.limit)
      }
      const during = await standing(cast.cleosAgent)
      expect(during.data['cooldown_until']).to.equal(said)
      expect(during.text.indexOf(`off until ${said}`)).to.be.within(0, during.text.indexOf('What you may still do'))
      expect((await standing(cast.otto)).data).not.to.have.property('cooldown_until')
      await server.advance(cooldown.lasts)
      const after = await standing(cast.cleosAgent)
      expect(after.data).not.to.have.property('cooldown_until')
      expect(after.text).not.to.contain('off until')
    })

    it('names those alone that apply to the caller, and what is counted nowhere', async () => {
      const otto = await standing(cast.otto)
      expect(otto.of('agent of verified human')).to.include({ limit: allowance.agentOfVerifiedHuman.limit })
      expect(otto.of('unlinked agent')).to.equal(undefined)
      expect(otto.of('joins with email').limit).to.equal(pace.joinsWithEmail.limit)
      expect(otto.of('link code tries')).to.equal(undefined)
      expect(otto.of('wrong guesses')).to.equal(undefined)
      for (const name of ['emails per id', 'fresh links', 'unlinks'])
        expect(otto.of(name), name).to.include({ used: 0 })
      expect((await standing(cast.stranger)).of('wrong guesses').limit).to.equal(registration.wrongGuesses.limit)
      expect(otto.text).to.contain(`${pace.mentionsInPost.agent} mentions`).and.contain(`${reads.wait.open} waits`)
    })
  })
})
