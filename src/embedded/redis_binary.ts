import { systemProgram } from './system_program.ts'

/** A Redis server from PATH, or the distribution's. */
export const redisBinary = (say: (line: string) => void): string =>
  systemProgram(
    {
      names: ['redis-server', 'valkey-server'],
      debian: ['redis-server'],
      elsewhere: { brew: 'redis', apk: 'redis', dnf: 'redis', pacman: 'valkey' },
      instead: 'or set REDIS_URL',
    },
    say,
  )
