import { Sections } from '../components/sections.tsx'
import { Export } from './export.tsx'
import { Trail } from './trail.tsx'
import { Verification } from './verification.tsx'

const Screen = () => <Sections screen="audit" parts={{ records: Trail, verification: Verification, export: Export }} />

export default Screen
