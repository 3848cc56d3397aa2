export { inspectorPage, reportDocument } from './page.ts'
