package home

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

var globalMemoryStatusEx = windows.NewLazySystemDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")

// memoryStatusEx is MEMORYSTATUSEX.
type memoryStatusEx struct {
	length, load                     uint32
	totalPhysical, availablePhysical uint64
	totalPageFile, availablePageFile uint64
	totalVirtual, availableVirtual   uint64
	availableExtendedVirtual         uint64
}

// availableMemory returns how much memory can be had without driving others to swap.
func availableMemory() (bytes int64, ok bool) {
	status := memoryStatusEx{length: uint32(unsafe.Sizeof(memoryStatusEx{}))}
	done, _, _ := globalMemoryStatusEx.Call(uintptr(unsafe.Pointer(&status)))
	return int64(status.availablePhysical), done != 0
}
