export { isShared } from '../../sql/reads/company.ts'
