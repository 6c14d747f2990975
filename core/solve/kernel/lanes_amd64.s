#include "textflag.h"

// The kernels of lanes.go for processors with AVX2. They have all 64 bytes of a word in two registers, and check no
// bounds.

// The bytes of a word of lanes, each eight times. A shuffle stays within 16 bytes, which have the word twice.
DATA lanes0<>+0(SB)/8, $0x0000000000000000
DATA lanes0<>+8(SB)/8, $0x0101010101010101
DATA lanes0<>+16(SB)/8, $0x0202020202020202
DATA lanes0<>+24(SB)/8, $0x0303030303030303
GLOBL lanes0<>(SB), RODATA|NOPTR, $32

DATA lanes32<>+0(SB)/8, $0x0404040404040404
DATA lanes32<>+8(SB)/8, $0x0505050505050505
DATA lanes32<>+16(SB)/8, $0x0606060606060606
DATA lanes32<>+24(SB)/8, $0x0707070707070707
GLOBL lanes32<>(SB), RODATA|NOPTR, $32

// The bit of each lane in its byte.
DATA bitOf<>+0(SB)/8, $0x8040201008040201
DATA bitOf<>+8(SB)/8, $0x8040201008040201
DATA bitOf<>+16(SB)/8, $0x8040201008040201
DATA bitOf<>+24(SB)/8, $0x8040201008040201
GLOBL bitOf<>(SB), RODATA|NOPTR, $32

// LOAD_SPREAD loads the constants of SPREAD.
#define LOAD_SPREAD \
	VMOVDQU lanes0<>(SB), Y13; \
	VMOVDQU lanes32<>(SB), Y14; \
	VMOVDQU bitOf<>(SB), Y15

// SPREAD turns a word of lanes, which Y11 has four times, into bytes of 255 or 0 in Y11 and Y12.
#define SPREAD \
	VPSHUFB Y14, Y11, Y12; \
	VPSHUFB Y13, Y11, Y11; \
	VPAND Y15, Y11, Y11; \
	VPAND Y15, Y12, Y12; \
	VPCMPEQB Y15, Y11, Y11; \
	VPCMPEQB Y15, Y12, Y12

// LOAD_BYTES loads the 64 bytes at SI.
#define LOAD_BYTES \
	VMOVDQU (SI), Y0; \
	VMOVDQU 32(SI), Y1

// LIKE_FIRST sets AX to the byte of the first lane of DX, and R8 to those lanes of DX that have the same byte. It sets
// Y3 and Y4 to 255 in all lanes with it.
#define LIKE_FIRST \
	TZCNTQ DX, CX; \
	MOVBLZX (SI)(CX*1), AX; \
	VPBROADCASTB (SI)(CX*1), Y2; \
	VPCMPEQB Y2, Y0, Y3; \
	VPCMPEQB Y2, Y1, Y4; \
	VPMOVMSKB Y3, R8; \
	VPMOVMSKB Y4, R9; \
	SHLQ $32, R9; \
	ORQ R9, R8; \
	ANDQ DX, R8

// func rankLanesAVX2(of *[256]board.Bitboard, ranks *[64]value.Rank, lanes board.Bitboard)
TEXT ·rankLanesAVX2(SB), NOSPLIT, $0-24
	MOVQ of+0(FP), DI
	MOVQ ranks+8(FP), SI
	MOVQ lanes+16(FP), DX
	LOAD_BYTES
	TESTQ DX, DX
	JZ ranked
rank:
	LIKE_FIRST
	ORQ R8, (DI)(AX*8)
	XORQ R8, DX
	JNZ rank
ranked:
	VZEROUPPER
	RET

// func countLanesAVX2(counts *[256]uint32, values *[64]value.Byte, lanes board.Bitboard)
TEXT ·countLanesAVX2(SB), NOSPLIT, $0-24
	MOVQ counts+0(FP), DI
	MOVQ values+8(FP), SI
	MOVQ lanes+16(FP), DX
	LOAD_BYTES
	TESTQ DX, DX
	JZ counted
count:
	LIKE_FIRST
	POPCNTQ R8, R9
	ADDL R9, (DI)(AX*4)
	XORQ R8, DX
	JNZ count
counted:
	VZEROUPPER
	RET

// func raiseLanesAVX2(ranks *[64]value.Rank, lanes board.Bitboard, values *value.Byte, moves *[256]value.Rank)
TEXT ·raiseLanesAVX2(SB), NOSPLIT, $0-32
	MOVQ ranks+0(FP), DI
	MOVQ lanes+8(FP), DX
	MOVQ values+16(FP), SI
	MOVQ moves+24(FP), R10
	LOAD_BYTES
	LOAD_SPREAD
	VPBROADCASTQ lanes+8(FP), Y11
	SPREAD
	VPXOR Y5, Y5, Y5
	VPXOR Y6, Y6, Y6
	TESTQ DX, DX
	JZ raised
raise:
	LIKE_FIRST
	VPBROADCASTB (R10)(AX*1), Y7
	VPAND Y7, Y3, Y3
	VPAND Y7, Y4, Y4
	VPOR Y3, Y5, Y5
	VPOR Y4, Y6, Y6
	XORQ R8, DX
	JNZ raise
	VPAND Y11, Y5, Y5
	VPAND Y12, Y6, Y6
	VPMAXUB (DI), Y5, Y5
	VPMAXUB 32(DI), Y6, Y6
	VMOVDQU Y5, (DI)
	VMOVDQU Y6, 32(DI)
raised:
	VZEROUPPER
	RET
