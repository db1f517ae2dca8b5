export { isShared, type Named } from '../../sql/reads/shared_with_others.ts'
