import { session } from '../api/session.ts'
import { Campaigns } from './campaigns.tsx'
import { Contents } from './contents.tsx'

/** Everything that waits for the caller's decision. */
export default function Screen() {
  const contents = session.may('org:content:approve') ? <Contents /> : null
  return session.may('org:campaigns:start') ? <Campaigns below={contents} /> : contents
}
