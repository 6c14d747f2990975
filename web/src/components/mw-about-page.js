import { html, nothing } from 'lit'
import { SETS, TABLES } from '../state/address.js'
import { link } from './link.js'
import { uses, View } from './view.js'

// What the numbers mean, for whoever doesn't know the words.
class AboutPage extends View {
  static uses = uses()

  render() {
    return html`<article class="about-page">
      <h1>About the numbers</h1>
      <p>Matewright knows chess endings with up to five men perfectly, and with six where it is asked to: not by searching ahead, but because it has worked out every
        position of the ending, back from mate. Such a list of positions is a <b>table</b>. It is built in your browser, kept in it,
        and sent nowhere.</p>

      <h2>Winning, drawn, losing</h2>
      <p>A verdict is what happens when both sides play as well as can be. If it says that White mates in 16, then White can force
        mate in 16 moves whatever Black does, and Black can hold out that long whatever White does. A move is <b>winning</b>,
        <b>drawn</b> or <b>losing</b> for the side that plays it.</p>

      <h2>Moves and plies</h2>
      <p>A <b>ply</b> is a move by one side. “Mate in 16” with White to move is 31 plies: 16 moves by White, 15 by Black. Numbers of
        moves are for people, plies for files and figures. The distance counted is that <b>to mate</b> (chess programmers call it DTM), not to the
        next capture: the shortest way to mate may pass by a pawn that could be taken at once.</p>

      <h2>Words</h2>
      <dl>
        <dt>Men</dt><dd>Kings, pieces and pawns together.</dd>
        <dt>Class</dt><dd>All positions with the same men, such as KRPvKR: king, rook and pawn against king and rook. K is the king, N the knight.</dd>
        <dt>Mutual zugzwang</dt><dd>Whoever is to move would rather not be: the result is worse for him than if it were the other side's turn.</dd>
        <dt>Only move</dt><dd>The one move that keeps the win, or the draw.</dd>
        <dt>Distinct positions</dt><dd>Positions that are mirror images of each other are one position.</dd>
      </dl>

      <h2>What is counted, and what is not</h2>
      <ul>
        <li>Everything about moves: promotion to any piece, en passant, stalemate, castling.</li>
        <li><b>Castling</b> is possible only if a position says so: nobody can see whether a king has moved. Who may still castle is chosen while setting up, as soon as
          a king and a rook are at home, or told by the FEN. With up to five men such positions have tables of their own, which are built with those of the same men.</li>
        <li>The <b>fifty-move rule</b> is, if you choose it where tables are listed: where these are there, a win that takes more than fifty moves without a capture or a
          pawn move, which is what zeroes the count, is called a draw by the rule, and a position's own count, in its FEN, counts too. Moves to mate alone know no such rule: a mate in 100 is called a win.</li>
        <li><b>Conversions</b> are, if you choose them there: how soon a capture, a promotion or mate comes, without going on to the mate.</li>
        <li>Where a position has tables of several kinds each move shows what all of them say, and you choose which one best play goes by.</li>
        <li>Repetition changes nothing: with best play no position of a win comes twice.</li>
        <li>A position need not be reachable in a game. It has to be playable: a king each, no pawn on the first or last rank, and
          the side that has just moved not in check.</li>
      </ul>

      <h2>How sure this is</h2>
      <p>Every stored table carries checksums and is checked as it is read, and the verdict of a position is held to the verdicts of its moves. What is damaged is
        called damaged, and what has not been built is called missing; neither is ever shown as a draw. All 145 tables have been
        recomputed move by move, and their longest mates are those that the literature knows.</p>

      <h2>Where it is kept</h2>
      <p>In this browser, on this device. A browser may clear what a page keeps when space runs short, and Safari does after seven
        days without a visit; on the page of ${link(TABLES, 'tables')} you can ask yours not to. Tables can be built again at any time. ${link(SETS, 'Sets')} of positions are kept here, too: export those that you would miss.</p>
      ${location.hostname.endsWith('.github.io') ? html`<p>All pages of <b>${location.hostname}</b> share this storage, those of other projects
        too: use only those of people you trust. The page of a class says whether its table is proven.</p>` : nothing}

      <h2>Free software</h2>
      <p>Matewright is free software under the GPL, version 3 or later. It stands on <a href="./third-party.txt" target="_blank" rel="noopener">work of others</a>, whose licences come with it.</p>
    </article>`
  }
}

customElements.define('mw-about-page', AboutPage)
