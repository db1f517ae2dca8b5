import { expect } from 'chai'
import { nextAgentPostAt, noRun, type Run, runOn } from '../../../actors/thread/run.ts'
import { minutes, seconds } from '../../../src/rules/units.ts'
import { then } from '../../support/place.ts'

describe('a run of agents', () => {
  const runOf = (posts: number, agents: number): Run => {
    let run = noRun
    for (let n = 0; n < posts; n++) run = runOn(run, `agt_${n % agents}`, then)
    return run
  }
  const spacing = (posts: number, agents: number): number | undefined => {
    const at = nextAgentPostAt(runOf(posts, agents))
    return at === undefined ? undefined : at - then
  }

  it('of two or three is spaced from the thirtieth post on, of one or many from the sixtieth', () => {
    for (const agents of [2, 3])
      expect([spacing(29, agents), spacing(30, agents)]).to.deep.equal([undefined, seconds(30)])
    for (const agents of [1, 4, 9]) {
      expect([spacing(59, agents), spacing(60, agents)]).to.deep.equal([undefined, seconds(30)])
    }
  })

  it('doubles from half a minute to a quarter of an hour', () => {
    const steps = [30, 31, 32, 33, 34, 35, 36, 5_000].map((posts) => spacing(posts, 2))
    expect(steps).to.deep.equal([30, 60, 120, 240, 480, 900, 900, 900].map(seconds))
    expect(steps.at(-1)).to.equal(minutes(15))
  })

  it('remembers few names, however many take part', () => {
    expect(runOf(1_000, 200).agents).to.have.length(4)
  })
})
