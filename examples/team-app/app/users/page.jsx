import { users } from '../../lib/users.js'

export const dynamic = 'force-dynamic'

export default function Users() {
  return (
    <table>
      <tbody>
        {[...users.values()].map(({ id, email }) => (
          <tr key={id}>
            <td>{email}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
