export { isShared } from '../../../sql/reads/thread/shared_with_others.ts'
