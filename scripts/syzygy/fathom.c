// Reads FENs, one a line, and prints what libfathom finds for each in the Syzygy files of a directory: the outcome
// (-2 to 2) and the plies to zeroing, negative for the losing side.

#include <stdio.h>
#include <string.h>
#include <tbprobe.h>

static const char names[] = "KQRBNP";

// The men of a position: bit boards by color and by the names above.
struct position {
  uint64_t colors[2];
  uint64_t kinds[6];
  unsigned en_passant;
  bool white;
};

static void place(struct position *p, char c, int square) {
  for (int kind = 0; kind < 6; kind++)
    for (int color = 0; color < 2; color++)
      if (c == (color ? names[kind] + 'a' - 'A' : names[kind])) {
        p->colors[color] |= 1ULL << square;
        p->kinds[kind] |= 1ULL << square;
      }
}

static void read(struct position *p, const char *fen) {
  memset(p, 0, sizeof *p);
  int square = 56;
  for (; *fen && *fen != ' '; fen++) {
    if (*fen == '/')
      square -= 16;
    else if (*fen >= '1' && *fen <= '8')
      square += *fen - '0';
    else
      place(p, *fen, square++);
  }
  char turn = 'w', castling[8] = "-", passed[8] = "-";
  sscanf(fen, " %c %7s %7s", &turn, castling, passed);
  p->white = turn == 'w';
  if (passed[0] != '-')
    p->en_passant = (unsigned)(passed[0] - 'a' + 8 * (passed[1] - '1'));
}

int main(int argc, char **argv) {
  char fen[256];
  if (argc != 2 || !tb_init(argv[1]))
    return 1;
  while (fgets(fen, sizeof fen, stdin)) {
    struct position p;
    read(&p, fen);
    unsigned wdl = tb_probe_wdl(p.colors[0], p.colors[1], p.kinds[0], p.kinds[1], p.kinds[2], p.kinds[3], p.kinds[4],
                                p.kinds[5], 0, 0, p.en_passant, p.white);
    unsigned root = tb_probe_root(p.colors[0], p.colors[1], p.kinds[0], p.kinds[1], p.kinds[2], p.kinds[3],
                                  p.kinds[4], p.kinds[5], 0, 0, p.en_passant, p.white, NULL);
    int outcome = wdl == TB_RESULT_FAILED ? 9 : (int)wdl - 2;
    int plies = root == TB_RESULT_FAILED ? 999 : (int)TB_GET_DTZ(root);
    if (root == TB_RESULT_STALEMATE || root == TB_RESULT_CHECKMATE)
      plies = 0;
    printf("%d %d\n", outcome, outcome < 0 && plies != 999 ? -plies : plies);
  }
  tb_free();
  return 0;
}
