// npm run dev: compiles on every change and restarts the service when what it runs has changed.
import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (command, args) => spawn(command, args, { cwd: root, stdio: 'inherit' })

// once to the end first: --watch needs the file it runs
spawnSync('npx', ['tsc', '-p', 'tsconfig.json'], { cwd: root, stdio: 'inherit' })
const children = [
  run('npx', ['tsc', '-p', 'tsconfig.json', '--watch', '--preserveWatchOutput']),
  run(process.execPath, ['--watch', '--watch-preserve-output', '--enable-source-maps', 'dist/src/main.js']),
]
const end = () => children.forEach((child) => child.kill('SIGTERM'))
// Ctrl-C reaches the children by itself: they share the terminal
process.on('SIGINT', () => undefined)
process.on('SIGTERM', end)
for (const child of children) child.on('exit', end)
