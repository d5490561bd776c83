import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { Logo } from '../ui/Logo.tsx'
import styles from './Footer.module.css'

const YEAR = new Date().getFullYear()

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div>
          <div className={styles.brand}>
            <Logo size={26} />
            Wrenchlist
          </div>
          <p className={styles.tagline}>
            Create part kits for any car, save for later and share with others.
          </p>
        </div>
        <nav aria-label="Tools">
          <h2>Tools</h2>
          <Link to={links.builder()}>Builder</Link>
          <Link to={links.kits()}>Kits</Link>
        </nav>
        <p className={styles.legal}>
          © {YEAR} Wrenchlist. We may earn affiliate compensation from linked retailers. That
          compensation does not affect products, prices or order.
        </p>
      </div>
    </footer>
  )
}
