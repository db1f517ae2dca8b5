import { systemProgram } from './system_program.ts'

/** Finds a Redis server on PATH or installs that of the distribution. */
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
