import { serve } from './server.ts'

await serve(Number(process.env['PORT'] ?? 3000))
