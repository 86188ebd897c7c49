import { Trail } from './trail.tsx'

export default function Screen() {
  return <Trail />
}
