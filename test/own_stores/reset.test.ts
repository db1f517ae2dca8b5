import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { lockData } from '../../src/own_stores/data_lock.ts'
import { dataFolderNote } from '../../src/own_stores/postgres_home.ts'
import { foldersOf, removeData } from '../../src/own_stores/reset.ts'
import { StartError } from '../../src/own_stores/start_error.ts'
import { root } from '../../src/root.ts'

describe('npm run reset', function () {
  this.timeout(20_000)
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })

  /** A data folder as root leaves one: its database lies in a system folder, which it links to. */
  function made(): { dataDir: string; shared: string; elsewhere: string } {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'svc-reset-')))
    folders.push(place)
    const [dataDir, shared] = [join(place, '.data'), join(place, 'shared')]
    const elsewhere = join(shared, 'one')
    mkdirSync(join(elsewhere, 'postgres', 'data'), { recursive: true })
    mkdirSync(join(shared, 'of somebody else', 'postgres'), { recursive: true })
    mkdirSync(dataDir)
    writeFileSync(join(elsewhere, dataFolderNote), dataDir)
    writeFileSync(join(shared, 'of somebody else', dataFolderNote), '/srv/other/.data')
    symlinkSync(join(elsewhere, 'postgres'), join(dataDir, 'postgres'))
    return { dataDir, shared, elsewhere }
  }

  it('removes the data folder and the database that lies elsewhere, after a yes and not without', async () => {
    const { dataDir, shared, elsewhere } = made()
    let shown: readonly string[] = []
    const answer = (yes: boolean) => async (list: readonly string[]) => {
      shown = list
      return yes
    }
    expect(await removeData(dataDir, answer(false), shared)).to.deep.equal([])
    expect(shown).to.deep.equal([dataDir, elsewhere])
    expect([existsSync(dataDir), existsSync(elsewhere)]).to.deep.equal([true, true])
    expect(await removeData(dataDir, answer(true), shared)).to.deep.equal([dataDir, elsewhere])
    expect([existsSync(dataDir), existsSync(elsewhere)]).to.deep.equal([false, false])
    expect(existsSync(join(shared, 'of somebody else'))).to.equal(true)
  })

  it('finds the database of a data folder that was removed by hand', async () => {
    const { dataDir, shared, elsewhere } = made()
    rmSync(dataDir, { recursive: true })
    expect(foldersOf(dataDir, shared)).to.deep.equal([elsewhere])
    await removeData(dataDir, async () => true, shared)
    expect([existsSync(dataDir), existsSync(elsewhere)]).to.deep.equal([false, false])
    expect(await removeData(dataDir, async () => true, shared)).to.deep.equal([])
  })

  it('removes nothing while the service runs', async () => {
    const { dataDir, shared } = made()
    const unlock = await lockData(dataDir)
    const refused = await removeData(dataDir, async () => true, shared).catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(StartError)
    unlock()
    expect(existsSync(dataDir)).to.equal(true)
  })

  it('asks first: without an answer nothing happens', () => {
    const { dataDir } = made()
    const reset = (input: string, ...args: string[]) =>
      spawnSync(process.execPath, ['--enable-source-maps', join(root, 'dist/src/reset.js'), ...args], {
        env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
        input,
        encoding: 'utf8',
      })
    for (const input of ['', 'no\n']) {
      const { stdout } = reset(input)
      expect(stdout).to.contain(dataDir).and.contain('Nothing was removed')
    }
    expect(existsSync(dataDir)).to.equal(true)
    expect(reset('yes\n').stdout).to.contain('Removed.')
    expect(existsSync(dataDir)).to.equal(false)
  })
})
