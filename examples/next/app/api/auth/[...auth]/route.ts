import { Auth } from '@auth/core'
import { auth } from '../../../../lib/providers'

const handle = (request: Request): Promise<Response> => Auth(request, auth)

export { handle as GET, handle as POST }
