import { expect } from 'chai'
import type { Sql } from '../../sql/client.ts'
import { openNotedReads } from '../../src/reading/noted_reads.ts'
import { freshDatabase } from '../support/stores.ts'
import { until } from '../support/until.ts'

describe('what was read', () => {
  let sql: Sql
  before(async () => ({ sql } = await freshDatabase()))

  const upTo = async (scope: string): Promise<number | undefined> =>
    (
      await sql<{ seq: number }[]>`select seq from read_mark where participant_id = 'hum_ana' and scope_id = ${scope}`
    )[0]?.seq

  it('is stored once its reader is told so, also where an earlier write takes longer than a later one', async () => {
    const noted = openNotedReads(sql)
    noted.upTo('hum_ana', 'thr_slow', 1, 0)
    await noted.marksStored('hum_ana')
    expect(await upTo('thr_slow')).to.equal(1)

    let release = (): void => undefined
    const released = new Promise<void>((go) => (release = go))
    let locked = (): void => undefined
    const isLocked = new Promise<void>((go) => (locked = go))
    const holding = sql.begin(async (held) => {
      await held`select from read_mark where scope_id = 'thr_slow' for update`
      locked()
      await released
    })
    await isLocked
    noted.upTo('hum_ana', 'thr_slow', 2, 0)
    const first = noted.marksStored('hum_ana')
    noted.upTo('hum_ana', 'thr_other', 7, 0)
    let told = false
    const second = noted.marksStored('hum_ana').then(() => (told = true))
    await until(async () => (await upTo('thr_other')) === 7, 'the later write')
    // what would resolve by it has done so by the answer to another statement
    expect(await upTo('thr_slow')).to.equal(1)
    expect(told).to.equal(false)
    release()
    await Promise.all([first, second, holding])
    expect(await upTo('thr_slow')).to.equal(2)
    await noted.marksStored('hum_ben')
  })

  it('of one reader is stored without that of others, whose rows somebody else may hold', async () => {
    const noted = openNotedReads(sql)
    noted.upTo('hum_ben', 'thr_held', 1, 0)
    await noted.marksStored('hum_ben')
    let release = (): void => undefined
    const released = new Promise<void>((go) => (release = go))
    let holding: Promise<unknown> = Promise.resolve()
    await new Promise<void>((locked) => {
      holding = sql.begin(async (held) => {
        await held`select from read_mark where scope_id = 'thr_held' for update`
        locked()
        await released
      })
    })
    noted.upTo('hum_ben', 'thr_held', 2, 0)
    noted.upTo('hum_ana', 'thr_free', 3, 0)
    await noted.marksStored('hum_ana')
    expect(await upTo('thr_free')).to.equal(3)
    release()
    await Promise.all([holding, noted.marksStored('hum_ben')])
  })
})
