import { sections } from '../components/sections.tsx'
import { Export } from './export.tsx'
import { Trail } from './trail.tsx'
import { Verification } from './verification.tsx'

export default sections('audit', { records: Trail, verification: Verification, export: Export })
